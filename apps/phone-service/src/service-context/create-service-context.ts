import type { PhoneAuditAction } from '@parley/contract/phone/audit-actions'
import type { Actor, AuditEntry, AuditTables } from '@parley/server/audit'
import { insertAuditEntry } from '@parley/server/audit/storage'
import type { RequestInfo } from '@parley/server/http'
import type { Kysely, Transaction } from 'kysely'
import type { PhoneTables } from '../database/tables.ts'
import type { Services } from '../services.ts'

/** Values that all audit entries of a context share. */
export interface ContextInput {
  /** Null when the request names no workspace of its user. */
  readonly workspaceId: string | null
  /**
   * Null for a client that is not signed in, and for work that no user started, such as a redirection by a
   * trunk.
   */
  readonly userId: string | null
  /** The API key that acts in place of a user. */
  readonly apiKeyId?: string | null
  /** Omitted for work that is not a request. */
  readonly info?: RequestInfo
}

interface AuditWriter {
  /** Adds an entry to the audit log: `success` by default. `details` never contains secrets. */
  audit(
    action: PhoneAuditAction,
    subject: AuditEntry['subject'],
    details?: AuditEntry['details'],
    outcome?: AuditEntry['outcome'],
  ): Promise<void>
}

/** A transaction in which a change and its audit entries commit together. */
export type ServiceTransaction = Transaction<PhoneTables> & AuditWriter

/**
 * Writes the audit entries of one user in one workspace. `audit` is for entries that belong to no other
 * write.
 */
export interface ServiceContext extends AuditWriter {
  /** Runs `work` in a transaction. Rolls everything back when `work` throws. */
  transaction<Result>(work: (transaction: ServiceTransaction) => Promise<Result>): Promise<Result>
}

type Deps = Pick<Services, 'database' | 'projectId' | 'now'>

/** Creates the context of a request, or of work that no request started. */
export function createServiceContext(services: Deps, input: ContextInput): ServiceContext {
  return {
    ...createAuditWriter(services, services.database, input),
    transaction: (work) =>
      services.database
        .transaction()
        .execute((transaction) =>
          work(
            Object.assign(
              transaction.$extendTables<Record<never, never>>(),
              createAuditWriter(services, transaction, input),
            ),
          ),
        ),
  }
}

function createAuditWriter(
  { projectId, now }: Deps,
  database: Kysely<PhoneTables>,
  { workspaceId, userId, apiKeyId = null, info }: ContextInput,
): AuditWriter {
  const actor = toActor({ userId, apiKeyId, info })
  return {
    audit: (action, subject, details, outcome) =>
      insertAuditEntry(database.$pickTables<keyof AuditTables>(), {
        projectId,
        actor,
        action,
        outcome,
        subject,
        details: { workspace: workspaceId, ...details },
        info,
        at: now(),
      }),
  }
}

function toActor({ userId, apiKeyId = null, info }: Omit<ContextInput, 'workspaceId'>): Actor {
  if (apiKeyId !== null) return { type: 'api_key', id: apiKeyId }
  if (userId !== null) return { type: 'user', id: userId }
  return { type: info ? 'client' : 'service', id: null }
}
