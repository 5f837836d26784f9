export { findResults, type ResultFile } from './find.js';
