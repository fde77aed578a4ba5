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

/** The user whose calls a workspace refuses, or the workspace alone for those of its trunks. */
interface RefusedCaller {
  readonly workspaceId: string
  readonly userId: string | null
}

const refusedCallsPrefix = 'refused calls'

/** Counts a refused call that is left out of the audit log. The summary follows in the log of the workspace. */
export async function countOmittedRefusal(
  services: Pick<Services, 'database' | 'now'>,
  { workspaceId, userId }: RefusedCaller,
  windowMs: number,
): Promise<void> {
  await countOmittedDenial(services, [refusedCallsPrefix, workspaceId, userId ?? ''].join(':'), windowMs)
}

/** Returns the caller of refused calls, or null for the source of other denials. */
function findRefusedCaller(source: string): RefusedCaller | null {
  const [prefix, workspaceId, userId] = source.split(':')
  if (prefix !== refusedCallsPrefix || workspaceId === undefined) return null
  return { workspaceId, userId: userId || null }
}

/**
 * Writes one audit entry for each source whose window has ended: how many denials the log does not contain.
 */
export async function auditOmittedDenials(
  services: Pick<Services, 'database' | 'projectId' | 'now'>,
): Promise<void> {
  const ended = await services.database
    .selectFrom('omitted_denials')
    .select('source')
    .where('ends_at', '<=', services.now())
    .execute()
  for (const { source } of ended) await auditOmittedDenialsFrom(services, source)
}

async function auditOmittedDenialsFrom(
  services: Pick<Services, 'database' | 'projectId' | 'now'>,
  source: string,
): Promise<void> {
  const caller = findRefusedCaller(source)
  const context = createServiceContext(services, caller ?? { workspaceId: null, userId: null })
  const subject = caller ? { type: 'workspace', id: caller.workspaceId } : { type: 'source', id: source }
  await context.transaction(async (transaction) => {
    // Another node may have written the entry meanwhile.
    const row = await transaction
      .deleteFrom('omitted_denials')
      .where('source', '=', source)
      .where('ends_at', '<=', services.now())
      .returningAll()
      .executeTakeFirst()
    if (!row) return
    const details = { omitted: Number(row.omitted), since: row.since.toISOString() }
    await transaction.audit('access.omitted', subject, details, 'denied')
  })
}
