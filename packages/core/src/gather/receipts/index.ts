export { commandDigest, fieldsDigest, isSampled, surroundings } from './fields.js';
export { type Owner, tryLock, unlock, waitForLock } from './lock.js';
