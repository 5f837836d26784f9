export { apiDriver, type ApiDriverOptions } from './api-driver.js';
export { pathProblem } from './path-problem.js';
