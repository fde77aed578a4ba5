import { createUserConcurrencyLimit } from '../request-context/index.ts'

/**
 * Counts an export, which reads and serializes up to 20,000 rows on the thread that handles all calls. Those of contacts
 * are streams with their own limits.
 */
const startExport = createUserConcurrencyLimit({ perUser: 1, perWorkspace: 2, perNode: 10 })

/**
 * Runs an export of a user, one at a time.
 *
 * @throws {PhoneError} `TOO_MANY_REQUESTS`
 */
export async function runExport<Result>(
  user: Parameters<typeof startExport>[0],
  exportRows: () => Promise<Result>,
): Promise<Result> {
  const end = startExport(user)
  try {
    return await exportRows()
  } finally {
    end()
  }
}
