import { sql } from 'kysely'
import { createServiceContext } from '../service-context/index.ts'
import type { Services } from '../services.ts'

/** Counts a denial that is left out of the audit log. A summary follows at the end of the window. */
export async function countOmittedDenial(
  { database, now }: Pick<Services, 'database' | 'now'>,
  source: string,
  windowMs: number,
): Promise<void> {
  const since = now()
  await database
    .insertInto('omitted_denials')
    .values({ source, omitted: '1', since, ends_at: new Date(since.getTime() + windowMs) })
    .onConflict((conflict) =>
      conflict.column('source').doUpdateSet({ omitted: sql`omitted_denials.omitted + 1` }),
    )
    .execute()
}

/**
 * Writes one audit entry for each source whose window has ended: how many denials the log does not contain.
 */
export async function auditOmittedDenials(
  services: Pick<Services, 'database' | 'projectId' | 'now'>,
): Promise<void> {
  const context = createServiceContext(services, { workspaceId: null, userId: null })
  await context.transaction(async (transaction) => {
    const ended = await transaction
      .deleteFrom('omitted_denials')
      .where('ends_at', '<=', services.now())
      .returningAll()
      .execute()
    for (const { source, omitted, since } of ended)
      await transaction.audit(
        'access.omitted',
        { type: 'source', id: source },
        { omitted: Number(omitted), since: since.toISOString() },
        'denied',
      )
  })
}
