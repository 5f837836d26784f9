declare const __VERSION__: string | undefined;

/** The version of the package; the build puts it in. */
export const VERSION: string = typeof __VERSION__ === 'string' ? __VERSION__ : '0.0.0-source';
