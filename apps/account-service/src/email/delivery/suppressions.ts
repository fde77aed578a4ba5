import type { Database } from '../../platform/database/index.ts'

interface Recipient {
  readonly projectId: string
  readonly email: string
}

/** Records that a server permanently rejected a recipient. */
export async function recordSuppression(
  database: Database,
  { projectId, email }: Recipient,
  now: Date,
): Promise<void> {
  await database
    .insertInto('email_suppressions')
    .values({ project_id: projectId, email, suppressed_at: now })
    .onConflict((conflict) => conflict.columns(['project_id', 'email']).doUpdateSet({ suppressed_at: now }))
    .execute()
}

/** Returns when a recipient was last rejected; null if never, or if a later e-mail was accepted. */
export async function findSuppressedAt(
  database: Database,
  { projectId, email }: Recipient,
): Promise<Date | null> {
  const row = await database
    .selectFrom('email_suppressions')
    .select('suppressed_at')
    .where('project_id', '=', projectId)
    .where('email', '=', email)
    .executeTakeFirst()
  return row?.suppressed_at ?? null
}

/** Returns those of the recipients that a server permanently rejected last. */
export async function listSuppressedEmails(
  database: Database,
  projectId: string,
  emails: readonly string[],
): Promise<ReadonlySet<string>> {
  if (emails.length === 0) return new Set()
  const rows = await database
    .selectFrom('email_suppressions')
    .select('email')
    .where('project_id', '=', projectId)
    .where('email', 'in', emails)
    .execute()
  return new Set(rows.map(({ email }) => email))
}

/** Clears the rejection after an e-mail was accepted. */
export async function deleteSuppression(database: Database, { projectId, email }: Recipient): Promise<void> {
  await database
    .deleteFrom('email_suppressions')
    .where('project_id', '=', projectId)
    .where('email', '=', email)
    .execute()
}
