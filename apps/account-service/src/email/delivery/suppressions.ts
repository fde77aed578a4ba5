import type { Database } from '../../platform/database/index.ts'

interface Recipient {
  readonly projectId: string
  readonly email: string
}

/** Records that a server permanently rejected a recipient. */
export async function recordSuppression(
  database: Database,
  { projectId, email: address }: Recipient,
  now: Date,
): Promise<void> {
  await database
    .insertInto('refused_addresses')
    .values({ project_id: projectId, address, refused_at: now })
    .onConflict((conflict) => conflict.columns(['project_id', 'address']).doUpdateSet({ refused_at: now }))
    .execute()
}

/** Returns when a recipient was last rejected; null if never, or if a later e-mail was accepted. */
export async function findSuppressedAt(
  database: Database,
  { projectId, email: address }: Recipient,
): Promise<Date | null> {
  const row = await database
    .selectFrom('refused_addresses')
    .select('refused_at')
    .where('project_id', '=', projectId)
    .where('address', '=', address)
    .executeTakeFirst()
  return row?.refused_at ?? null
}

/** Clears the rejection after an e-mail was accepted. */
export async function deleteSuppression(
  database: Database,
  { projectId, email: address }: Recipient,
): Promise<void> {
  await database
    .deleteFrom('refused_addresses')
    .where('project_id', '=', projectId)
    .where('address', '=', address)
    .execute()
}
