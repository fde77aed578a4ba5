import type { DatabaseServer } from './open.ts'

/** PostgreSQL, Appendix A: class 53, insufficient resources. */
const diskFullCode = '53100'

/**
 * Sorts more than fits into memory, so that the server writes a temporary file. Reading does not detect a
 * full disk, and an inserted row may still fit into existing pages.
 */
const writeProbeSql = `set local work_mem = '64kB';
  select count(distinct repeat('x', 1000) || number) from generate_series(1, 500) number`

/**
 * Whether a code is a SQLSTATE of PostgreSQL, except class 57, which a server sends while it starts or shuts
 * down.
 */
function isSqlState(code: unknown): boolean {
  return typeof code === 'string' && /^(?!57)[0-9A-Z]{5}$/.test(code)
}

/**
 * Returns why the database is unavailable, as a sentence for the operator, or null when it responds and can
 * write.
 */
export async function findDatabaseProblem({ pool }: Pick<DatabaseServer, 'pool'>): Promise<string | null> {
  try {
    await pool.query(writeProbeSql)
    return null
  } catch (error) {
    const { code } = error as { code?: unknown }
    if (code === diskFullCode) return 'The disk of the database is full.'
    return isSqlState(code) ? 'The database refuses to write.' : 'The database does not answer.'
  }
}
