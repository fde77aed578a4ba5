import type { Actor, AuditEntry, AuditTables } from '@parley/server/audit'
import { insertAuditEntry, toAuditRow } from '@parley/server/audit/storage'
import type { RequestInfo } from '@parley/server/http'
import type { Expression, RawBuilder, SqlBool, Transaction } from 'kysely'
import type { Services } from '../../services.ts'
import type { AuditAction } from '../audit/index.ts'
import { type AccountTables, insertWhere } from '../database/index.ts'
import type { EventData, EventType } from '../webhooks/index.ts'
import { publishEvent, publishEvents } from '../webhooks/publish-event.ts'

/** The actor of work that the service starts itself: jobs, seeding, the command line. */
export const serviceActor: Actor = { type: 'service', id: null }

/** Values that all audit entries and events of a context share. */
interface ContextInput {
  /** Null when the request names no project; such a context publishes no events. */
  readonly projectId: string | null
  readonly actor: Actor
  /** Omitted for work that is not a request. */
  readonly info?: RequestInfo
}

interface AuditWriter {
  /** Adds an entry to the audit log: `success` by default. `details` never contains secrets. */
  audit(
    action: AuditAction,
    subject: AuditEntry['subject'] | null,
    details?: AuditEntry['details'],
    outcome?: AuditEntry['outcome'],
  ): Promise<void>
  /** Returns a part of a larger statement that adds an audit entry if `condition` holds. */
  auditIf(
    condition: Expression<SqlBool>,
    action: AuditAction,
    subject: AuditEntry['subject'] | null,
    details?: AuditEntry['details'],
  ): RawBuilder<unknown>
}

/** A transaction in which a change, its audit entries and its events commit together. */
export type ServiceTransaction = Transaction<AccountTables> &
  AuditWriter & {
    /**
     * Publishes an event, which is delivered if and only if the transaction commits. Without subscribers
     * nothing is stored, and a `data` function is not called.
     */
    publish<Type extends EventType>(
      type: Type,
      data: EventData[Type] | (() => Promise<EventData[Type]>),
    ): Promise<void>
    /** Publishes events of one type in few statements. */
    publishAll<Type extends EventType>(type: Type, data: readonly EventData[Type][]): Promise<void>
    /** Returns the same transaction for entries of another actor. */
    as(actor: Actor): ServiceTransaction
    /** Returns the same transaction for entries and events of another project. */
    inProject(projectId: string): ServiceTransaction
  }

/**
 * Writes the audit entries of one actor in one project. `audit` is for entries that belong to no other write.
 */
export interface ServiceContext extends AuditWriter {
  /** Runs `work` in a transaction. Rolls everything back when `work` throws. */
  transaction<Result>(work: (transaction: ServiceTransaction) => Promise<Result>): Promise<Result>
  /** Returns the context of another actor. */
  as(actor: Actor): ServiceContext
}

type Deps = Pick<Services, 'database' | 'now'>

/** Creates the context of a request, of a job or of a command. */
export function createServiceContext(services: Deps, input: ContextInput): ServiceContext {
  const { database } = services
  return {
    ...createAuditWriter(services, input),
    transaction: (work) =>
      database
        .transaction()
        .execute((transaction) => work(createServiceTransaction(services, transaction, input))),
    as: (actor) => createServiceContext(services, { ...input, actor }),
  }
}

function createServiceTransaction(
  { now }: Pick<Services, 'now'>,
  transaction: Transaction<AccountTables>,
  input: ContextInput,
): ServiceTransaction {
  const { projectId } = input
  const change = (changes: Partial<ContextInput>) =>
    createServiceTransaction({ now }, transaction, { ...input, ...changes })
  // A copy, because `as` and `inProject` give other methods to the same transaction.
  return Object.assign(transaction.$extendTables<Record<never, never>>(), {
    ...createAuditWriter({ database: transaction, now }, input),
    publish: async (type, data) => {
      if (projectId === null) throw new Error(`The event ${type} belongs to no project.`)
      await publishEvent(transaction, projectId, { type, data, at: now() })
    },
    publishAll: async (type, data) => {
      if (projectId === null) throw new Error(`The event ${type} belongs to no project.`)
      await publishEvents(transaction, projectId, { type, data, at: now() })
    },
    as: (actor) => change({ actor }),
    inProject: (id) => change({ projectId: id }),
  } satisfies Omit<ServiceTransaction, keyof Transaction<AccountTables>>)
}

function createAuditWriter({ database, now }: Deps, input: ContextInput): AuditWriter {
  return {
    audit: (action, subject, details, outcome) =>
      insertAuditEntry(database.$pickTables<keyof AuditTables>(), {
        ...input,
        action,
        subject,
        details,
        outcome,
        at: now(),
      }),
    auditIf: (condition, action, subject, details) =>
      insertWhere('audit_entries', toAuditRow({ ...input, action, subject, details, at: now() }), condition),
  }
}
