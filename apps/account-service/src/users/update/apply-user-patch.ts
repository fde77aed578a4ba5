import { KnownError } from '@parley/contract'
import type { users } from '@parley/contract/account'
import { PlainTextError } from '@parley/server/http'
import type { z } from 'zod'
import { setTotpSecret } from '../../auth/mfa/index.ts'
import { removePasskey } from '../../auth/passkeys/index.ts'
import { deletePassword, type PasswordService, savePassword } from '../../auth/password/hashes/index.ts'
import { endUserSessions } from '../../auth/sessions/index.ts'
import { lockSignedInUser } from '../../auth/sessions/records/index.ts'
import { requireSignInMethod } from '../../auth/sign-in-methods/index.ts'
import { requireRecentAuthentication } from '../../auth/step-up/index.ts'
import type { SignInChange } from '../../email/delivery/index.ts'
import { isConstraintViolation } from '../../platform/database/index.ts'
import { plainTextError } from '../../platform/errors/index.ts'
import type { Access } from '../../platform/request-context/index.ts'
import type { ServiceTransaction } from '../../platform/service-context/index.ts'
import type { Project } from '../../projects/records/index.ts'
import type { Services } from '../../services.ts'
import { enableCodeSignIn, limitSignInChanges, notifySignInChange } from '../contact-channels/index.ts'
import { deleteImages, type PreparedImage, prepareImage, storeImage } from '../images/index.ts'
import {
  findUser,
  lockUser,
  selectedMembershipConstraint,
  type User,
  type UserChanges,
  updateUserRow,
} from '../records/index.ts'
import { serializeUser } from '../serialize-user.ts'
import { hashPasswordPatch } from './hash-password-patch.ts'
import { requirePrimaryEmailChangeAllowed, updateOwnPrimaryEmail } from './own-primary-email.ts'
import { type PrimaryEmailChange, updatePrimaryEmail } from './primary-email.ts'

type UserPatch = z.infer<typeof users.updateUser.body>

interface UserUpdate {
  readonly services: Pick<Services, 'jobs' | 'secrets' | 'options' | 'now'>
  readonly transaction: ServiceTransaction
  readonly access: Access
  readonly user: User
}

/**
 * Updates a user atomically; publishes events and sends security e-mails when sign-in methods change.
 *
 * @returns the updated user, or null if the user has been deleted concurrently.
 */
export async function applyUserPatch(
  services: Pick<Services, 'database' | 'jobs' | 'rateLimits' | 'secrets' | 'options' | 'now'> &
    PasswordService,
  access: Access,
  user: User,
  patch: UserPatch,
): Promise<User | null> {
  const { project } = access
  requireAllowedSignInMethods(project, patch)
  await requirePrimaryEmailChangeAllowed(services, access, user, patch.primary_email)
  const changesMethod = changesSignInMethod(user, patch)
  if (changesMethod) requireRecentAuthentication(access, services.now())
  const hash = await hashPasswordPatch(services, access, patch, { hasPassword: user.hasPassword })

  const image = await prepareImage(services, access, patch.profile_image_url)
  if (changesMethod || changesPrimaryEmail(user, patch)) await limitSignInChanges(services, access)
  return await access.transaction(async (transaction) => {
    await lockUser(transaction, user.id)
    await lockSignedInUser(transaction, access, services.now())
    const change = { services, transaction, access, user }
    await applyColumns(change, patch, image)
    await applyEmail(change, patch, hash)
    await applyPassword(change, hash)
    await applySecondFactors(change, patch)
    await requireRemainingSignInMethod(change, patch)
    // A token of the anonymous user must not become a token of the named user.
    if (user.isAnonymous && patch.is_anonymous === false)
      await endUserSessions(
        transaction,
        { projectId: project.id, userId: user.id, exceptId: null },
        services.now(),
      )
    const changed = await findUser(transaction, project.id, user.id)
    if (!changed) return null

    await transaction.publish('user.updated', serializeUser(changed))
    await transaction.audit(
      'user.updated',
      { type: 'user', id: user.id },
      { fields: Object.keys(patch).join(' ') },
    )
    return changed
  })
}

/** @throws {PlainTextError} 400 when the patch enables a sign-in method that cannot be enabled this way. */
export function requireAllowedSignInMethods(
  { config }: Project,
  patch: Pick<UserPatch, 'passkey_auth_enabled' | 'otp_auth_enabled'>,
): void {
  if (patch.passkey_auth_enabled)
    throw new PlainTextError(400, 'passkey_auth_enabled cannot be set to true. Register a passkey instead.')
  if (patch.otp_auth_enabled && !config.magic_link_enabled)
    throw new PlainTextError(400, 'Signing in by e-mail is not enabled for this project.')
}

/**
 * Converts what a request changes of a user; an empty name becomes null. The image is stored by the caller.
 */
export function toUserChanges(
  patch: Omit<UserPatch, 'selected_team_id' | 'is_anonymous'> & { readonly is_anonymous?: boolean },
  imageUrl: string | null | undefined,
): UserChanges {
  return {
    displayName: patch.display_name === '' ? null : patch.display_name,
    profileImageUrl: imageUrl,
    clientMetadata: patch.client_metadata,
    clientReadOnlyMetadata: patch.client_read_only_metadata,
    serverMetadata: patch.server_metadata,
    otpAuthEnabled: patch.otp_auth_enabled,
    isAnonymous: patch.is_anonymous,
  }
}

/** Returns whether a patch changes a sign-in method other than an e-mail address. */
function changesSignInMethod(user: User, patch: UserPatch): boolean {
  const { otp_auth_enabled, totp_secret_base64, passkey_auth_enabled } = patch
  const changesCode = otp_auth_enabled !== undefined && otp_auth_enabled !== user.otpAuthEnabled
  const changesTotp = totp_secret_base64 === null ? user.hasTotp : totp_secret_base64 !== undefined
  return changesCode || changesTotp || passkey_auth_enabled === false
}

function changesPrimaryEmail(user: User, { primary_email }: UserPatch): boolean {
  return primary_email !== undefined && primary_email !== user.primaryEmail
}

async function applyColumns(change: UserUpdate, patch: UserPatch, image: PreparedImage): Promise<void> {
  const { services, transaction, access, user } = change
  const { project } = access
  const { selected_team_id, otp_auth_enabled } = patch
  const imageUrl = await storeImage(services, transaction, project.id, 'user-profile-images', image)
  try {
    await updateUserRow(transaction, project.id, user.id, {
      ...toUserChanges(patch, imageUrl),
      selectedTeamId: selected_team_id,
    })
  } catch (error) {
    if (!isConstraintViolation(error, selectedMembershipConstraint)) throw error
    throw new KnownError('TEAM_MEMBERSHIP_NOT_FOUND', { team_id: selected_team_id ?? '', user_id: user.id })
  }
  if (imageUrl !== undefined && imageUrl !== user.profileImageUrl)
    await deleteImages(transaction, project.id, [user.profileImageUrl])
  if (otp_auth_enabled === undefined || otp_auth_enabled === user.otpAuthEnabled) return

  await notifyUser(change, otp_auth_enabled ? 'code-sign-in-on' : 'code-sign-in-off')
}

async function applyEmail(
  change: UserUpdate,
  patch: UserPatch,
  hash: string | null | undefined,
): Promise<void> {
  const { services, transaction, access, user } = change
  const now = services.now()
  const { primary_email, primary_email_verified, primary_email_auth_enabled } = patch
  const email =
    access.accessType === 'client' && primary_email !== undefined
      ? await updateOwnPrimaryEmail(transaction, access, user, { email: primary_email, now })
      : await updatePrimaryEmail(
          transaction,
          { project: access.project, userId: user.id, now },
          { primary_email, primary_email_verified, primary_email_auth_enabled },
        )
  if (hash && email.after === null) throw plainTextError('passwordNeedsEmail')
  if (primary_email_verified || primary_email_auth_enabled)
    await enableCodeSignIn(transaction, access.project, user.id)
  const signInChange = toSignInChange(email)
  if (signInChange)
    await notifyUser(change, signInChange, email.before && email.wasVerified ? [email.before] : [])
}

/** Returns the sign-in change to notify the user of, or null. */
function toSignInChange({
  before,
  after,
  wasUsedForSignIn: signedIn,
  isUsedForSignIn: signsIn,
}: PrimaryEmailChange): SignInChange | null {
  if (after !== before) return 'primary-address-changed'
  if (signsIn === signedIn) return null
  return signsIn ? 'address-added' : 'address-removed'
}

async function applyPassword(change: UserUpdate, hash: string | null | undefined): Promise<void> {
  const { services, transaction, access, user } = change
  if (hash === undefined) return
  if (hash !== null) await savePassword(transaction, user.id, hash, services.now())
  else if (!(await deletePassword(transaction, user.id))) return

  const whose = { projectId: access.project.id, userId: user.id, exceptId: null }
  await endUserSessions(transaction, whose, services.now())
  await notifyUser(change, 'password-changed')
}

async function applySecondFactors(change: UserUpdate, patch: UserPatch): Promise<void> {
  const { services, transaction, access, user } = change
  if (patch.totp_secret_base64 !== undefined)
    await setTotpSecret(services, transaction, access, {
      userId: user.id,
      secretBase64: patch.totp_secret_base64,
      code: patch.totp_code,
    })
  if (patch.passkey_auth_enabled === false) await removePasskey(services, transaction, access, user.id)
}

/** Back ends may remove every sign-in method; users must retain one. */
async function requireRemainingSignInMethod(
  { transaction, access, user }: UserUpdate,
  patch: UserPatch,
): Promise<void> {
  if (access.accessType !== 'client') return
  const losesCode = patch.otp_auth_enabled === false && user.otpAuthEnabled
  const losesPasskey = patch.passkey_auth_enabled === false && user.hasPasskey
  if (losesCode || losesPasskey) await requireSignInMethod(transaction, access.project, user.id)
}

async function notifyUser(
  { services, transaction, access, user }: UserUpdate,
  change: SignInChange,
  formerAddresses: readonly string[] = [],
): Promise<void> {
  const { project, info } = access
  await notifySignInChange(services, transaction, {
    project,
    userId: user.id,
    change,
    info,
    formerEmails: formerAddresses,
  })
}
