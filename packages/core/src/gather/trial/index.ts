export { bringDependencies, type Dependencies, dependenciesIn } from './dependencies.js';
export { movedEnvironment, movedText } from './environment.js';
export { type Mix, plainMix, swappedMix, withManifests } from './mix.js';
export { layOut, treeOfChange, type TrialTree } from './tree.js';
