import { type RateLimit, type RateLimits, toNetworkKeys, toNetworkLimits } from '@parley/server'
import type { AuditTables } from '@parley/server/audit'
import { insertAuditEntry } from '@parley/server/audit/storage'
import type { RequestInfo } from '@parley/server/http'
import { sql } from 'kysely'
import type { Services } from '../../services.ts'
import type { Database } from '../database/index.ts'

const windowMs = 5 * 60_000

/** The kind of a failure. Kinds are counted apart, so that denials cannot hide failed sign-ins. */
export type FailureKind = 'authentication' | 'access'

/** A failed authentication or denied access that may be audited. */
export interface Failure {
  readonly kind: FailureKind
  readonly projectId: string | null
  /** The signed-in user; null when none is. */
  readonly userId: string | null
  /** Identifies the account that a client tries to sign in to; null when the client names none. */
  readonly accountKey: string | null
  readonly info: RequestInfo
}

/** Maximum of audit entries for one source in five minutes, so that a client cannot flood the log. */
const limits: Readonly<Record<FailureKind, Readonly<Record<'source' | 'account', RateLimit>>>> = {
  authentication: {
    source: { name: 'audited-failures-by-source', attempts: 300, windowMs },
    account: { name: 'audited-failures-by-account', attempts: 60, windowMs },
  },
  access: {
    source: { name: 'audited-denials-by-source', attempts: 300, windowMs },
    account: { name: 'audited-denials-by-account', attempts: 60, windowMs },
  },
}

/**
 * Returns whether a failure is to be audited. One that is not is counted, and a summary follows at the end of
 * the window.
 *
 * Signed-in users have their own limit, so that others in the same network cannot hide their attempts. So has
 * each account, so that failures at other accounts cannot hide those at one of them.
 */
export async function isWithinAuditLimit(
  { database, rateLimits, now }: Pick<Services, 'database' | 'rateLimits' | 'now'>,
  failure: Failure,
): Promise<boolean> {
  const { kind, userId, accountKey, info } = failure
  const { source, account } = limits[kind]
  const counted = [
    rateLimits.consumeAll(
      userId === null ? toNetworkLimits(source, info.ip) : [{ limit: source, key: userId }],
    ),
    ...(accountKey === null ? [] : [rateLimits.consume(account, accountKey)]),
  ] satisfies ReturnType<RateLimits['consume']>[]
  const verdicts = await Promise.all(counted)
  if (verdicts.some(({ isAllowed }) => isAllowed)) return true
  await countOmission(database, failure, userId ?? toNetworkKeys(info.ip)[0], now())
  return false
}

async function countOmission(
  database: Database,
  { kind, projectId }: Failure,
  source: string,
  now: Date,
): Promise<void> {
  await database
    .insertInto('audit_omissions')
    .values({
      kind,
      project_id: projectId ?? '',
      source,
      omitted: '1',
      since: now,
      ends_at: new Date(now.getTime() + windowMs),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'project_id', 'source'])
        .doUpdateSet({ omitted: sql`audit_omissions.omitted + 1` }),
    )
    .execute()
}

/** Writes one entry for each source whose window has ended: how many failures the log does not contain. */
export async function auditOmissions({ database, now }: Pick<Services, 'database' | 'now'>): Promise<void> {
  const at = now()
  await database.transaction().execute(async (transaction) => {
    const ended = await transaction
      .deleteFrom('audit_omissions')
      .where('ends_at', '<=', at)
      .returningAll()
      .execute()
    for (const { kind, project_id, source, omitted, since } of ended)
      await insertAuditEntry(transaction.$pickTables<keyof AuditTables>(), {
        projectId: project_id === '' ? null : project_id,
        actor: { type: 'service', id: null },
        action: kind === 'authentication' ? 'authentication.omitted' : 'access.omitted',
        outcome: kind === 'authentication' ? 'failure' : 'denied',
        subject: { type: 'source', id: source },
        details: { omitted: Number(omitted), since: since.toISOString() },
        at,
      })
  })
}
