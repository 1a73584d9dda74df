/** As in the package.json files; a test compares them. */
export const VERSION = '0.2.0'
