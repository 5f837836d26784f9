export { cliDriver, cliDriver as driver } from './cli-driver.js';
