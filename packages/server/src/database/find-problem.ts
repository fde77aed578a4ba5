import type { DatabaseServer } from './open.ts'

/** PostgreSQL, Appendix A: class 53, insufficient resources. */
const diskFull = '53100'

/**
 * Sorts more than fits into its memory, which the server writes beside its data and throws away. Reading says nothing of a
 * full disk, and a row may still find room where others were.
 */
const writeSomething = `set local work_mem = '64kB';
  select count(distinct repeat('x', 1000) || number) from generate_series(1, 500) number`

/** What keeps the database from its work, in a sentence for whoever watches over it; null when it answers and can write. */
export async function findDatabaseProblem({ pool }: Pick<DatabaseServer, 'pool'>): Promise<string | null> {
  try {
    await pool.query(writeSomething)
    return null
  } catch (error) {
    return (error as { code?: unknown }).code === diskFull
      ? 'The disk of the database is full.'
      : 'The database does not answer.'
  }
}
