import type { ResponseOf } from '@parley/contract'
import { type mail, PhoneError } from '@parley/contract/phone'
import { parseTimeCursor, serializeTimeCursor } from '../database/cursor.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { findMailServer } from './records/mail-servers.ts'
import { findMail, listMailRows, makeFailedMailDue, type StoredMail } from './records/mails.ts'

type ListMails = typeof mail.listMails
type ResendMail = typeof mail.resendMail

export async function listMails(
  { database }: Pick<Services, 'database'>,
  { user, query }: PhoneRequest<ListMails>,
): Promise<ResponseOf<ListMails>> {
  const after = query.cursor === undefined ? null : parseTimeCursor(query.cursor, 'createdAt')
  const found = await listMailRows(database, user.workspaceId, { after, limit: query.limit + 1 })
  const items = found.slice(0, query.limit)
  const last = items.at(-1)
  const nextCursor = last && found.length > query.limit ? serializeTimeCursor(last.createdAt, last.id) : null
  return { items: items.map(serializeMail), nextCursor }
}

export async function resendMail(
  services: Pick<Services, 'now'>,
  { user, params, transaction }: PhoneRequest<ResendMail>,
): Promise<ResponseOf<ResendMail>> {
  const { workspaceId } = user
  return await transaction(async (changes) => {
    if (!(await findMail(changes, workspaceId, params.mail))) throw new PhoneError('MAIL_NOT_FOUND')
    if (!(await findMailServer(changes, workspaceId))) throw new PhoneError('MAIL_SERVER_NOT_FOUND')
    const due = await makeFailedMailDue(changes, workspaceId, { id: params.mail, now: services.now() })
    if (!due) throw new PhoneError('MAIL_NOT_FAILED')
    await changes.audit('mail.resent', { type: 'workspace', id: workspaceId }, { mailId: due.id })
    return serializeMail(due)
  })
}

function serializeMail(stored: StoredMail): mail.SentMail {
  const { id, kind, recipient, subject, createdAt, state, attempts, dueAt, problem, reply } = stored
  return {
    id,
    kind,
    to: recipient,
    subject,
    createdAt: createdAt.getTime(),
    state,
    attempts,
    retriesAt: state === 'waiting' ? dueAt.getTime() : null,
    problem,
    reply,
  }
}
