import type { ResponseOf } from '@parley/contract'
import { type mail, PhoneError } from '@parley/contract/phone'
import { BlockedHostError, resolveAllowedAddress } from '@parley/server'
import { connectionChanges, limitConnectionTest } from '../connection-tests/index.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { selectPassword } from './mail-password.ts'
import {
  deleteMailServerRow,
  findMailServer,
  type StoredMailServer,
  saveMailServerRow,
} from './records/mail-servers.ts'
import { countWaitingMails, failWaitingMails, makeMailsDue } from './records/mails.ts'

type GetMailServer = typeof mail.getMailServer
type SaveMailServer = typeof mail.saveMailServer
type DeleteMailServer = typeof mail.deleteMailServer

export async function getMailServer(
  { database }: Pick<Services, 'database'>,
  { user }: PhoneRequest<GetMailServer>,
): Promise<ResponseOf<GetMailServer>> {
  const stored = await findMailServer(database, user.workspaceId)
  return {
    mailServer: stored && serializeMailServer(stored),
    waiting: await countWaitingMails(database, user.workspaceId),
  }
}

export async function saveMailServer(
  services: Pick<Services, 'database' | 'rateLimits' | 'secrets' | 'settings' | 'now'>,
  { user, body, transaction }: PhoneRequest<SaveMailServer>,
): Promise<ResponseOf<SaveMailServer>> {
  const { workspaceId } = user
  const { password, ...settings } = body
  await checkMailHost(services, body.host)
  if (password !== undefined || !isSameServer(await findMailServer(services.database, workspaceId), body))
    await limitConnectionTest(services, user, { host: body.host, perWorkspace: connectionChanges })
  return await transaction(async (changes) => {
    const stored = await findMailServer(changes, workspaceId)
    const passwordEncrypted = selectPassword(services, stored, { ...body, workspaceId })
    const server = { workspaceId, ...settings, passwordEncrypted, changedAt: services.now() }
    await saveMailServerRow(changes, server)
    await makeMailsDue(changes, workspaceId, services.now())
    await changes.audit(
      'mail_server.saved',
      { type: 'workspace', id: workspaceId },
      { ...settings, passwordChanged: password !== undefined },
    )
    return serializeMailServer(server)
  })
}

export async function deleteMailServer(
  _services: Services,
  { user, transaction }: PhoneRequest<DeleteMailServer>,
): Promise<ResponseOf<DeleteMailServer>> {
  const { workspaceId } = user
  await transaction(async (changes) => {
    if (!(await deleteMailServerRow(changes, workspaceId))) throw new PhoneError('MAIL_SERVER_NOT_FOUND')
    await failWaitingMails(changes, workspaceId)
    await changes.audit('mail_server.deleted', { type: 'workspace', id: workspaceId })
  })
  return { success: true }
}

/** Serializes a mail server without its password. */
function serializeMailServer({ passwordEncrypted, ...server }: StoredMailServer): mail.MailServer {
  const { host, port, security, username, senderName, senderAddress, replyTo, changedAt } = server
  return {
    host,
    port,
    security,
    username,
    hasPassword: passwordEncrypted !== null,
    senderName,
    senderAddress,
    replyTo,
    changedAt: changedAt.getTime(),
  }
}

type Server = Pick<StoredMailServer, 'host' | 'port' | 'username'>

function isSameServer(stored: Server | null, { host, port, username }: Server): boolean {
  return stored !== null && stored.host === host && stored.port === port && stored.username === username
}

/** @throws {PhoneError} `MAIL_HOST_NOT_FOUND`, `MAIL_HOST_NOT_ALLOWED` */
async function checkMailHost({ settings }: Pick<Services, 'settings'>, host: string): Promise<void> {
  try {
    await resolveAllowedAddress(host, { allowedNetworks: settings.outboundNetworks })
  } catch (error) {
    if (!(error instanceof BlockedHostError)) throw error
    throw new PhoneError(error.reason === 'not-found' ? 'MAIL_HOST_NOT_FOUND' : 'MAIL_HOST_NOT_ALLOWED')
  }
}
