// The only door to core: everything else of this package imports from here. The sources are taken, so that neither the tests
// nor the types need core to be built; the build bundles them.
export * from '../../core/src/index.js';
