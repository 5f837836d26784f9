export { apiDriver, type ApiDriverOptions, driver } from './api-driver.js';
export { pathProblem } from './path-problem.js';
