import type { Database } from '../database/index.ts'

interface Address {
  readonly projectId: string
  readonly address: string
}

/** Notes that a server refused an address for good. */
export async function noteRefused(
  database: Database,
  { projectId, address }: Address,
  now: Date,
): Promise<void> {
  await database
    .insertInto('refused_addresses')
    .values({ project_id: projectId, address, refused_at: now })
    .onConflict((conflict) => conflict.columns(['project_id', 'address']).doUpdateSet({ refused_at: now }))
    .execute()
}

/** When an address was last refused; null where it was not, or where a mail has got through since. */
export async function refusedAt(database: Database, { projectId, address }: Address): Promise<Date | null> {
  const row = await database
    .selectFrom('refused_addresses')
    .select('refused_at')
    .where('project_id', '=', projectId)
    .where('address', '=', address)
    .executeTakeFirst()
  return row?.refused_at ?? null
}

/** Forgets a refusal: a mail got through. */
export async function forgetRefused(database: Database, { projectId, address }: Address): Promise<void> {
  await database
    .deleteFrom('refused_addresses')
    .where('project_id', '=', projectId)
    .where('address', '=', address)
    .execute()
}
