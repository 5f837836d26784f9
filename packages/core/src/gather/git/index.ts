export { type Base, inferredBase, namedBase, type Wanted } from './base.js';
export { filesAt } from './blobs.js';
export { type ChangedFile, PATCH_LIMITS, streamDiff } from './diff.js';
export { callerEnvironment, type Environment } from './environment.js';
export type { PatchLimits } from './part-cutter.js';
export { type Nested, nestedIn } from './nested.js';
export { isInWorkTree, openRepository, type Repository } from './repository.js';
export { askGit } from './run-git.js';
export { type Snapshot, takeSnapshot } from './snapshot.js';
