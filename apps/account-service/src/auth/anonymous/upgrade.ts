import { randomUUID } from 'node:crypto'
import { KnownError, type ResponseOf } from '@parley/contract'
import type { anonymous } from '@parley/contract/account'
import { PlainTextError } from '@parley/server/http'
import { limitCodesOfKeys, maySendSignUpEmail } from '../../email/delivery/index.ts'
import { isConstraintViolation } from '../../platform/database/index.ts'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { ServiceTransaction } from '../../platform/service-context/index.ts'
import type { Services } from '../../services.ts'
import {
  deleteChannelRow,
  enqueueVerificationEmail,
  findSignInChannel,
  insertChannel,
  listChannels,
  notifySignInChange,
  signInChannelConstraint,
  toFormerEmails,
} from '../../users/contact-channels/index.ts'
import { serializeUser } from '../../users/index.ts'
import { clearAnonymousFlag, findUser, updateUserRow } from '../../users/records/index.ts'
import { requireSessionWithSecondFactor } from '../mfa/index.ts'
import { type PasswordService, savePassword, toHashingClient } from '../password/hashes/index.ts'
import { removeSignInMethods, requirePasswordSignUp } from '../password/index.ts'
import { completeFirstFactor, endUserSessions } from '../sessions/index.ts'
import { lockSignedInUser } from '../sessions/records/index.ts'
import type { AccessTokenService } from '../sessions/tokens/index.ts'
import { canSignIn } from '../sign-in-methods/index.ts'
import { rejectImpersonation, requireRecentAuthentication } from '../step-up/index.ts'
import { deleteCodesOfSubjects } from '../verification-codes/index.ts'
import { anonymousName } from './sign-up.ts'

type Upgrade = typeof anonymous.upgradeAnonymousUser

export async function upgradeAnonymousUser(
  services: Pick<Services, 'database' | 'jobs' | 'rateLimits' | 'findOwnerId' | 'options' | 'now'> &
    PasswordService &
    AccessTokenService,
  request: EndpointRequest<Upgrade>,
): Promise<ResponseOf<Upgrade>> {
  const { database, passwords } = services
  const { project, user, body, info } = request
  rejectImpersonation(request)
  const email = await requirePasswordSignUp(database, project, body, services.now())
  if (!user.isAnonymous) throw notAnonymous()
  const taken = await findSignInChannel(database, project.id, body.email)
  // Those of the user are replaced.
  if (taken && taken.userId !== user.id) throw emailTaken(body.email)

  const hash = await passwords.hash(body.password, toHashingClient(request))
  const callbackUrl = email.isVerified ? undefined : body.verification_callback_url
  if (callbackUrl !== undefined) await limitCodesOfKeys(services, request)
  const isEmailAllowed =
    callbackUrl !== undefined && (await maySendSignUpEmail(services, request, body.email))
  return await completeFirstFactor(services, request, async (transaction) => {
    await lockSignedInUser(transaction, request, services.now())
    await requireUpgradeAllowed(transaction, request, services.now())
    // Of two concurrent upgrades, the second finds the user no longer anonymous.
    if (!(await clearAnonymousFlag(transaction, user.id))) throw notAnonymous()
    await savePassword(transaction, user.id, hash, services.now())
    await updateName(transaction, request)
    const formerEmails = await removeFormerSignInMethods(services, transaction, request)
    const channel = await addSignInEmail(services, transaction, request, email.isVerified)
    if (callbackUrl !== undefined && isEmailAllowed)
      await enqueueVerificationEmail(services, transaction, { project, channel, callbackUrl, info })
    if (formerEmails.length > 0) {
      const change = { project, userId: user.id, change: 'address-removed', info, formerEmails } as const
      await notifySignInChange(services, transaction, change)
    }
    // A token of the anonymous user must not become a token of the named user.
    await endUserSessions(
      transaction,
      { projectId: project.id, userId: user.id, exceptId: null },
      services.now(),
    )
    await recordUpgrade(transaction, request)
    return { userId: user.id, method: 'anonymous-upgrade', isNewUser: false, credential: null }
  })
}

/** Requires for the upgrade of a user with sign-in methods the same as for a change of each method. */
async function requireUpgradeAllowed(
  transaction: ServiceTransaction,
  request: EndpointRequest<Upgrade>,
  now: Date,
): Promise<void> {
  const { project, user } = request
  if (await canSignIn(transaction, project, user.id)) requireRecentAuthentication(request, now)
  await requireSessionWithSecondFactor(transaction, request, user.id)
}

/** A name that the user has not chosen does not remain. */
async function updateName(
  transaction: ServiceTransaction,
  { project, user, body }: EndpointRequest<Upgrade>,
): Promise<void> {
  const chosen = user.displayName === anonymousName ? null : user.displayName
  await updateUserRow(transaction, project.id, user.id, { displayName: body.display_name ?? chosen })
}

/**
 * Someone else may have used the anonymous session before, on a shared device: nothing that they have added signs in
 * to the account of the person who upgrades it. Returns the verified e-mails that are removed.
 */
async function removeFormerSignInMethods(
  services: Pick<Services, 'now'>,
  transaction: ServiceTransaction,
  { project, user }: EndpointRequest<Upgrade>,
): Promise<string[]> {
  const channels = await listChannels(transaction, project.id, { userId: user.id })
  for (const channel of channels) await deleteChannelRow(transaction, channel)
  await deleteCodesOfSubjects(transaction, project.id, [user.id, ...channels.map(({ id }) => id)])
  await removeSignInMethods(transaction, user.id, services.now())
  return channels.flatMap(toFormerEmails)
}

/** Returns the contact channel that the user signs in with from now on. */
async function addSignInEmail(
  services: Pick<Services, 'now'>,
  transaction: ServiceTransaction,
  { project, user, body }: EndpointRequest<Upgrade>,
  isVerified: boolean,
): Promise<{ readonly id: string; readonly value: string }> {
  const channel = { id: randomUUID(), value: body.email }
  try {
    await insertChannel(transaction, {
      ...channel,
      projectId: project.id,
      userId: user.id,
      type: 'email',
      isPrimary: true,
      isVerified,
      usedForAuth: true,
      createdAt: services.now(),
    })
  } catch (error) {
    if (!isConstraintViolation(error, signInChannelConstraint)) throw error
    throw emailTaken(body.email)
  }
  return channel
}

async function recordUpgrade(
  transaction: ServiceTransaction,
  { project, user }: EndpointRequest<Upgrade>,
): Promise<void> {
  const upgraded = await findUser(transaction, project.id, user.id)
  if (upgraded) await transaction.publish('user.updated', serializeUser(upgraded))
  await transaction.audit('user.upgraded', { type: 'user', id: user.id })
}

function notAnonymous(): PlainTextError {
  return new PlainTextError(400, 'You already have an account. Sign in to it.')
}

function emailTaken(email: string): KnownError {
  return new KnownError('USER_EMAIL_ALREADY_EXISTS', { email, would_work_if_email_was_verified: false })
}
