import { createUserConcurrencyLimit } from '../request-context/index.ts'

/**
 * Counts a request that reads the file of an import: it parses up to 100,000 rows, which are in memory meanwhile. Two
 * of a user, so that a preview that a browser has abandoned does not prevent the next one.
 */
export const startPlanning = createUserConcurrencyLimit({ perUser: 2, perWorkspace: 3, perNode: 4 })
