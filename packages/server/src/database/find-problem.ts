import type { DatabaseServer } from './open.ts'

/** PostgreSQL, Appendix A: class 53, insufficient resources. */
const diskFull = '53100'

/**
 * Sorts more than fits into its memory, which the server writes beside its data and throws away. Reading says nothing of a
 * full disk, and a row may still find room where others were.
 */
const writeSomething = `set local work_mem = '64kB';
  select count(distinct repeat('x', 1000) || number) from generate_series(1, 500) number`

/** Five characters of PostgreSQL itself; class 57 is of one that is ending or starting. */
function isSqlState(code: unknown): boolean {
  return typeof code === 'string' && /^(?!57)[0-9A-Z]{5}$/.test(code)
}

/** What keeps the database from its work, in a sentence for whoever watches over it; null when it answers and can write. */
export async function findDatabaseProblem({ pool }: Pick<DatabaseServer, 'pool'>): Promise<string | null> {
  try {
    await pool.query(writeSomething)
    return null
  } catch (error) {
    const { code } = error as { code?: unknown }
    if (code === diskFull) return 'The disk of the database is full.'
    return isSqlState(code) ? 'The database refuses to write.' : 'The database does not answer.'
  }
}
