import { PhoneError } from '@parley/contract/phone'
import type { Services } from '../services.ts'
import type { StoredMailServer } from './records/mail-servers.ts'

type PasswordOwner = Pick<StoredMailServer, 'workspaceId' | 'host' | 'port' | 'username'>
type Connection = Pick<StoredMailServer, 'host' | 'port' | 'username' | 'security'>

/** A stored password or e-mail cannot be decrypted. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError'
}

/** Binds an encrypted password to its server, so that it cannot be decrypted for another one. */
function toSealPurpose({ workspaceId, host, port, username }: PasswordOwner): string {
  return `mail_servers.password ${JSON.stringify([workspaceId, host, port, username])}`
}

/** @throws {UnreadableError} */
export function decryptPassword(
  { secrets }: Pick<Services, 'secrets'>,
  server: PasswordOwner & Pick<StoredMailServer, 'passwordEncrypted'>,
): string {
  if (server.passwordEncrypted === null) return ''
  try {
    return secrets.open(server.passwordEncrypted, toSealPurpose(server))
  } catch {
    throw new UnreadableError('The password of the mail server cannot be decrypted.')
  }
}

/**
 * Returns the encrypted password for the settings of a request: the given one, or the stored one, if it was saved with
 * the same server, port and user name, so that no other server receives it. Null without a user name.
 *
 * @throws {PhoneError} `MAIL_PASSWORD_REQUIRED`, `MAIL_ENCRYPTION_REQUIRED`
 */
export function selectPassword(
  { secrets }: Pick<Services, 'secrets'>,
  stored: StoredMailServer | null,
  settings: Connection & { readonly workspaceId: string; readonly password?: string | undefined },
): string | null {
  const { host, port, username, security, password } = settings
  if (username === null) return null
  if (security === 'none') throw new PhoneError('MAIL_ENCRYPTION_REQUIRED')
  if (password !== undefined) return secrets.seal(password, toSealPurpose(settings))
  const isSame =
    stored !== null && stored.host === host && stored.port === port && stored.username === username
  if (!isSame || stored.passwordEncrypted === null) throw new PhoneError('MAIL_PASSWORD_REQUIRED')
  return stored.passwordEncrypted
}
