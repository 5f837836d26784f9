export { CONFIG_FILE, configNamed, configOf, intentIn, type LoadedConfig } from './load.js';
