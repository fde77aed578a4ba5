import { KnownError } from '@parley/contract'
import type { users } from '@parley/contract/account'
import { type HttpCall, TextError } from '@parley/server/http'
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { Access } from '../access/index.ts'
import { recordAudit } from '../audit/index.ts'
import { tellSignInChange } from '../contact-channels/index.ts'
import { type AccountTables, isViolationOf, lockUser } from '../database/index.ts'
import type { SignInChange } from '../emails/index.ts'
import { dropImages, keepImage, type ReadImage, readImage } from '../images/index.ts'
import { setTotpSecret } from '../mfa/index.ts'
import { removePasskey } from '../passkeys/index.ts'
import { deletePassword, savePassword } from '../password-hashes/index.ts'
import type { Project } from '../projects/index.ts'
import type { Services } from '../services.ts'
import { endSessionsOf } from '../sessions/index.ts'
import { refuseImpersonation } from '../step-up/index.ts'
import { keepWayIn } from '../ways-in/index.ts'
import { publishEvent } from '../webhooks/index.ts'
import { type PrimaryEmailChange, writePrimaryEmail } from './primary-email.ts'
import { findUser, type UserRecord } from './user-records.ts'
import { userShape } from './user-shape.ts'
import { changeUser, selectedMembershipConstraint, type UserChanges } from './users.ts'
import { hashWrittenPassword } from './written-password.ts'

type Written = z.infer<typeof users.updateUser.body>

interface Change {
  readonly services: Services
  readonly transaction: Transaction<AccountTables>
  readonly access: Pick<Access, 'project' | 'accessType' | 'session' | 'actor'>
  readonly user: UserRecord
  readonly call: HttpCall
}

/**
 * Updates a user atomically; publishes events and sends security e-mails when sign-in methods change.
 *
 * @returns the updated user, or null if the user has been deleted concurrently.
 */
export async function writeUser(
  services: Services,
  access: Change['access'],
  user: UserRecord,
  written: Written,
  call: HttpCall,
): Promise<UserRecord | null> {
  const { project } = access
  requireWaysIn(project, written)
  const hash = await hashWrittenPassword(services, project, written, { hasPassword: user.has_password })

  const image = await readImage(services, access, written.profile_image_url)
  return await services.database.transaction().execute(async (transaction) => {
    await lockUser(transaction, user.id)
    const change = { services, transaction, access, user, call }
    await writeColumns(change, written, image)
    await writeEmail(change, written, hash)
    await writePassword(change, hash)
    await writeSecondFactors(change, written)
    await keepOwnWayIn(change, written)
    // A token of the anonymous user must not become a token of the named user.
    if (user.is_anonymous && written.is_anonymous === false)
      await endSessionsOf(
        transaction,
        { projectId: project.id, userId: user.id, keptId: null },
        services.now(),
      )
    const changed = await findUser(transaction, project.id, user.id)
    if (!changed) return null

    const at = services.now()
    await publishEvent(transaction, project.id, { type: 'user.updated', data: userShape(changed), at })
    await recordAudit(transaction, {
      projectId: project.id,
      actor: access.actor,
      action: 'user.updated',
      subject: { type: 'user', id: user.id },
      details: { fields: Object.keys(written).join(' ') },
      call,
      at,
    })
    return changed
  })
}

/** @throws {PlainTextError} 400 when the patch enables a sign-in method that cannot be enabled this way. */
export function requireWaysIn(
  { config }: Project,
  written: Pick<Written, 'passkey_auth_enabled' | 'otp_auth_enabled'>,
): void {
  if (written.passkey_auth_enabled)
    throw new TextError(400, 'passkey_auth_enabled cannot be set to true. Register a passkey instead.')
  if (written.otp_auth_enabled && !config.magic_link_enabled)
    throw new TextError(400, 'Signing in by e-mail is not enabled for this project.')
}

/** Maps the patch to columns of `users`; an empty name becomes null. */
export function columnsOf(
  written: Omit<Written, 'selected_team_id' | 'is_anonymous'> & { readonly is_anonymous?: boolean },
  imageUrl: string | null | undefined,
): UserChanges {
  return {
    display_name: written.display_name === '' ? null : written.display_name,
    profile_image_url: imageUrl,
    client_metadata: written.client_metadata,
    client_read_only_metadata: written.client_read_only_metadata,
    server_metadata: written.server_metadata,
    otp_auth_enabled: written.otp_auth_enabled,
    is_anonymous: written.is_anonymous,
  }
}

async function writeColumns(change: Change, written: Written, image: ReadImage): Promise<void> {
  const { services, transaction, access, user } = change
  const { project } = access
  const { selected_team_id, otp_auth_enabled } = written
  const imageUrl = await keepImage(services, transaction, project.id, 'user-profile-images', image)
  try {
    await changeUser(transaction, project.id, user.id, { ...columnsOf(written, imageUrl), selected_team_id })
  } catch (error) {
    if (!isViolationOf(error, selectedMembershipConstraint)) throw error
    throw new KnownError('TEAM_MEMBERSHIP_NOT_FOUND', { team_id: selected_team_id ?? '', user_id: user.id })
  }
  if (imageUrl !== undefined && imageUrl !== user.profile_image_url)
    await dropImages(transaction, project.id, [user.profile_image_url])
  if (otp_auth_enabled === undefined || otp_auth_enabled === user.otp_auth_enabled) return

  refuseImpersonation(access)
  await tell(change, otp_auth_enabled ? 'code-sign-in-on' : 'code-sign-in-off')
}

async function writeEmail(change: Change, written: Written, hash: string | null | undefined): Promise<void> {
  const { services, transaction, access, user } = change
  const owner = { projectId: access.project.id, userId: user.id, now: services.now() }
  const { primary_email, primary_email_verified, primary_email_auth_enabled } = written
  const email = await writePrimaryEmail(transaction, owner, {
    primary_email,
    primary_email_verified,
    primary_email_auth_enabled,
  })
  if (hash && email.after === null) throw new TextError(400, 'A password needs a primary e-mail address.')
  const signInChange = signInChangeOf(email)
  if (signInChange) await tell(change, signInChange, email.before && email.wasVerified ? [email.before] : [])
}

/** Returns the sign-in change to notify the user of, or null. */
function signInChangeOf({ before, after, signedIn, signsIn }: PrimaryEmailChange): SignInChange | null {
  if (after !== before) return 'primary-address-changed'
  if (signsIn === signedIn) return null
  return signsIn ? 'address-added' : 'address-removed'
}

async function writePassword(change: Change, hash: string | null | undefined): Promise<void> {
  const { services, transaction, access, user } = change
  if (hash === undefined) return
  if (hash !== null) await savePassword(transaction, user.id, hash, services.now())
  else if (!(await deletePassword(transaction, user.id))) return

  const whose = { projectId: access.project.id, userId: user.id, keptId: null }
  await endSessionsOf(transaction, whose, services.now())
  await tell(change, 'password-changed')
}

async function writeSecondFactors(change: Change, written: Written): Promise<void> {
  const { services, transaction, access, user, call } = change
  if (written.totp_secret_base64 !== undefined)
    await setTotpSecret(services, transaction, access, {
      userId: user.id,
      secretBase64: written.totp_secret_base64,
      call,
    })
  if (written.passkey_auth_enabled === false)
    await removePasskey(services, transaction, access, { userId: user.id, call })
}

/** Back ends may remove every sign-in method; users must retain one. */
async function keepOwnWayIn({ transaction, access, user }: Change, written: Written): Promise<void> {
  if (access.accessType !== 'client') return
  const losesCode = written.otp_auth_enabled === false && user.otp_auth_enabled
  const losesPasskey = written.passkey_auth_enabled === false && user.has_passkey
  if (losesCode || losesPasskey) await keepWayIn(transaction, access.project, user.id)
}

async function tell(
  { services, transaction, access, user, call }: Change,
  change: SignInChange,
  formerAddresses: readonly string[] = [],
): Promise<void> {
  const { project } = access
  await tellSignInChange(services, transaction, { project, userId: user.id, change, call, formerAddresses })
}
