import { randomUUID } from 'node:crypto'
import type { mail } from '@parley/contract/phone'
import type { Services } from '../services.ts'
import { UnreadableError } from './mail-password.ts'
import { countMailsSince, insertMail, type StoredMail } from './records/mails.ts'
import type { MailContent } from './send-through-server.ts'

/** E-mails of a workspace in 24 hours. */
const maxMailsPerDay = 2_000
const dayMs = 24 * 60 * 60_000

interface NewMail {
  readonly workspaceId: string
  readonly userId: string
  readonly kind: mail.SentMail['kind']
  readonly content: MailContent
  /** The calls that it is about. */
  readonly callIds: readonly string[]
  /** The analysis that it contains. */
  readonly analysisId: string | null
}

/**
 * Stores an e-mail, which is sent through the server of its workspace after commit. Returns whether it was stored: a
 * workspace sends 2,000 e-mails in 24 hours.
 */
export async function enqueueMail(
  { secrets, now }: Pick<Services, 'secrets' | 'now'>,
  transaction: Services['database'],
  { workspaceId, userId, kind, content, callIds, analysisId }: NewMail,
): Promise<boolean> {
  const createdAt = now()
  const since = new Date(createdAt.getTime() - dayMs)
  const count = await countMailsSince(transaction, { workspaceId, since, max: maxMailsPerDay })
  if (count >= maxMailsPerDay) return false
  const id = randomUUID()
  const { to, subject, ...parts } = content
  await insertMail(transaction, {
    id,
    workspaceId,
    userId,
    kind,
    recipient: to,
    subject,
    callIds,
    analysisId,
    contentEncrypted: secrets.seal(JSON.stringify(parts), toSealPurpose({ id, workspaceId })),
    createdAt,
  })
  return true
}

/**
 * Returns the content of a stored e-mail.
 *
 * @throws {UnreadableError}
 */
export function decryptContent(
  { secrets }: Pick<Services, 'secrets'>,
  { id, workspaceId, recipient, subject, contentEncrypted }: StoredMail,
): MailContent {
  if (contentEncrypted === null) throw new Error('The content of an accepted e-mail is deleted.')
  try {
    const parts = JSON.parse(secrets.open(contentEncrypted, toSealPurpose({ id, workspaceId })))
    return { ...parts, to: recipient, subject }
  } catch {
    throw new UnreadableError('The content of an e-mail cannot be decrypted.')
  }
}

function toSealPurpose({ id, workspaceId }: Pick<StoredMail, 'id' | 'workspaceId'>): string {
  return `workspace_mails.content ${workspaceId} ${id}`
}
