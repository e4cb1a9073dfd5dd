import manifest from '../../../package.json' with { type: 'json' }

/** The version of the product, which only the package.json of the repository names. */
export const VERSION = manifest.version
