import type { TestPhone } from './start-phone.ts'

interface Entry {
  readonly action: string
  readonly outcome: string
  readonly actor_type: string
  readonly actor_id: string | null
  readonly subject_id: string | null
  readonly ip: string | null
  readonly details: Readonly<Record<string, unknown>>
}

/** Lists the entries of the phone's audit log, oldest first. */
export async function listAuditEntries({ database }: Pick<TestPhone, 'database'>): Promise<Entry[]> {
  const { rows } = await database.pool.query<Entry>('select * from phone.audit_entries order by id')
  return rows
}
