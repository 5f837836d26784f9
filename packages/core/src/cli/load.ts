/** Imports a module by its URL. */
export type Load = (url: string) => Promise<unknown>;

/**
 * The one import whose name is not known before: of the package that holds the opt-in stages, which core does not depend on.
 * The launcher hands it on, since the compiled program cannot import.
 */
export const load: Load = (url) => import(url);
