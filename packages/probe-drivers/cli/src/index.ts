export { cliDriver } from './cli-driver.js';
