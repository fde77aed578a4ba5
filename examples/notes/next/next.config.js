import { resolve } from 'node:path'

/** The packages and the API are in the folder above. */
export default { turbopack: { root: resolve(import.meta.dirname, '..') } }
