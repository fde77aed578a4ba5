import type { mail } from '@parley/contract/phone'
import type { Kysely, Selectable } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'

type Database = Kysely<PhoneTables>

/** An e-mail of a workspace. */
export interface StoredMail {
  readonly id: string
  readonly workspaceId: string
  readonly userId: string
  readonly kind: mail.SentMail['kind']
  readonly recipient: string
  readonly subject: string
  /** Null once the e-mail was accepted. */
  readonly contentEncrypted: string | null
  readonly state: mail.SentMail['state']
  readonly attempts: number
  readonly createdAt: Date
  readonly dueAt: Date
  readonly problem: mail.MailProblem | null
  readonly reply: string | null
  /** The calls that it is about. */
  readonly callIds: readonly string[]
  /** The analysis that it contains; null for other e-mails, and for those that earlier programs stored. */
  readonly analysisId: string | null
}

type NewMail = Pick<
  StoredMail,
  | 'id'
  | 'workspaceId'
  | 'userId'
  | 'kind'
  | 'recipient'
  | 'subject'
  | 'contentEncrypted'
  | 'createdAt'
  | 'callIds'
  | 'analysisId'
>

export async function insertMail(database: Database, mail: NewMail): Promise<void> {
  await database
    .insertInto('workspace_mails')
    .values({
      id: mail.id,
      workspace_id: mail.workspaceId,
      user_id: mail.userId,
      kind: mail.kind,
      recipient: mail.recipient,
      subject: mail.subject,
      call_ids: [...mail.callIds],
      analysis_id: mail.analysisId,
      content_encrypted: mail.contentEncrypted,
      created_at: mail.createdAt,
      due_at: mail.createdAt,
    })
    .execute()
}

/** Returns the e-mails of a workspace since a time, up to `max`. */
export async function countMailsSince(
  database: Database,
  { workspaceId, since, max }: { readonly workspaceId: string; readonly since: Date; readonly max: number },
): Promise<number> {
  const rows = await database
    .selectFrom('workspace_mails')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('created_at', '>', since)
    .limit(max)
    .execute()
  return rows.length
}

export async function countWaitingMails(database: Database, workspaceId: string): Promise<number> {
  const { count } = await database
    .selectFrom('workspace_mails')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Where a page of e-mails begins: after the e-mail with this time and id. */
interface MailPlace {
  readonly createdAt: Date
  readonly id: string
}

/** Returns e-mails of a workspace, the newest first. */
export async function listMailRows(
  database: Database,
  workspaceId: string,
  { after, limit }: { readonly after: MailPlace | null; readonly limit: number },
): Promise<StoredMail[]> {
  let query = database.selectFrom('workspace_mails').selectAll().where('workspace_id', '=', workspaceId)
  if (after)
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('created_at', 'id'), '<', tuple(after.createdAt, after.id)),
    )
  const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
  return rows.map(toMail)
}

export async function findMail(
  database: Database,
  workspaceId: string,
  id: string,
): Promise<StoredMail | null> {
  const row = await database
    .selectFrom('workspace_mails')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? toMail(row) : null
}

/**
 * Takes the e-mail that is due for the longest time, of a workspace that is not in `busy`, until `leaseEnd`. Returns
 * null when none is due. No other node takes it before.
 */
export async function takeDueMail(
  database: Database,
  { now, leaseEnd, busy }: { readonly now: Date; readonly leaseEnd: Date; readonly busy: readonly string[] },
): Promise<StoredMail | null> {
  const row = await database
    .updateTable('workspace_mails')
    .set(({ eb }) => ({ leased_until: leaseEnd, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', ({ selectFrom }) => {
      const due = selectFrom('workspace_mails')
        .select('id')
        .where('state', '=', 'waiting')
        .where('due_at', '<=', now)
        .where(({ eb, or }) => or([eb('leased_until', 'is', null), eb('leased_until', '<=', now)]))
        .orderBy('due_at')
        .limit(1)
        .forUpdate()
        .skipLocked()
      return busy.length === 0 ? due : due.where('workspace_id', 'not in', busy)
    })
    .returningAll()
    .executeTakeFirst()
  return row ? toMail(row) : null
}

/** Stores that the server has accepted an e-mail. Its content is deleted. */
export async function storeAcceptance(database: Database, id: string, reply: string | null): Promise<void> {
  await database
    .updateTable('workspace_mails')
    .set({ state: 'accepted', content_encrypted: null, leased_until: null, problem: null, reply })
    .where('id', '=', id)
    .execute()
}

interface Failure {
  readonly problem: mail.MailProblem
  readonly reply: string | null
  /** When it is sent again; null: never. */
  readonly retryAt: Date | null
}

export async function storeFailure(
  database: Database,
  id: string,
  { problem, reply, retryAt }: Failure,
): Promise<void> {
  const end = retryAt === null ? { state: 'failed' as const } : { due_at: retryAt }
  await database
    .updateTable('workspace_mails')
    .set({ ...end, leased_until: null, problem, reply })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
}

/** Ends an e-mail that its recipient may no longer get. Its content is deleted. */
export async function storeWithdrawal(database: Database, id: string): Promise<void> {
  const ended = { state: 'failed', problem: 'recipient-not-allowed', content_encrypted: null } as const
  await database
    .updateTable('workspace_mails')
    .set({ ...ended, leased_until: null, reply: null })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
}

/** Lets an e-mail wait that was taken and not attempted. */
export async function returnMail(database: Database, id: string, dueAt: Date): Promise<void> {
  await database
    .updateTable('workspace_mails')
    .set(({ eb }) => ({ leased_until: null, due_at: dueAt, attempts: eb('attempts', '-', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
}

/** Lets the e-mails of a workspace wait until `until` at least: its server cannot be used before. */
export async function postponeMails(database: Database, workspaceId: string, until: Date): Promise<void> {
  await database
    .updateTable('workspace_mails')
    .set({ due_at: until })
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', 'waiting')
    .where('due_at', '<', until)
    .execute()
}

/** Makes the waiting e-mails of a workspace due. */
export async function makeMailsDue(database: Database, workspaceId: string, now: Date): Promise<void> {
  await database
    .updateTable('workspace_mails')
    .set({ due_at: now, attempts: 0 })
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', 'waiting')
    .execute()
}

/** Lets a failed e-mail wait again. Returns null when it has not failed. */
export async function makeFailedMailDue(
  database: Database,
  workspaceId: string,
  { id, now }: { readonly id: string; readonly now: Date },
): Promise<StoredMail | null> {
  const row = await database
    .updateTable('workspace_mails')
    .set({ state: 'waiting', attempts: 0, due_at: now, problem: null, reply: null })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .where('content_encrypted', 'is not', null)
    .returningAll()
    .executeTakeFirst()
  return row ? toMail(row) : null
}

/** Ends the waiting of all e-mails of a workspace, which has no server any more. */
export async function failWaitingMails(database: Database, workspaceId: string): Promise<void> {
  await database
    .updateTable('workspace_mails')
    .set({ state: 'failed', problem: 'not-configured', reply: null })
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', 'waiting')
    .execute()
}

type MailRow = Selectable<PhoneTables['workspace_mails']>

function toMail(row: MailRow): StoredMail {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    userId: row.user_id,
    kind: row.kind,
    recipient: row.recipient,
    subject: row.subject,
    contentEncrypted: row.content_encrypted,
    state: row.state,
    attempts: row.attempts,
    createdAt: row.created_at,
    dueAt: row.due_at,
    problem: row.problem,
    reply: row.reply,
    callIds: row.call_ids,
    analysisId: row.analysis_id,
  }
}
