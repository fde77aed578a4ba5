import { randomUUID } from 'node:crypto'
import { KnownError, type ResponseOf } from '@parley/contract'
import type { anonymous } from '@parley/contract/account'
import { TextError } from '@parley/server/http'
import type { Transaction } from 'kysely'
import type { ServedRequest } from '../access/index.ts'
import { recordAudit } from '../audit/index.ts'
import {
  deleteChannel,
  enqueueVerificationEmail,
  findSignInChannel,
  insertChannel,
  listChannels,
  signInChannelConstraint,
  unsetPrimary,
} from '../contact-channels/index.ts'
import { type AccountTables, isViolationOf } from '../database/index.ts'
import { checkChosenPassword, savePassword } from '../password-hashes/index.ts'
import { requireTrustedUrl } from '../projects/index.ts'
import type { Services } from '../services.ts'
import { endSessionsOf, startAfterFirstFactor } from '../sessions/index.ts'
import { endAnonymity, findUser, userShape } from '../users/index.ts'
import { publishEvent } from '../webhooks/index.ts'

type Upgrade = typeof anonymous.upgradeAnonymousUser

export async function upgradeAnonymousUser(
  services: Services,
  request: ServedRequest<Upgrade>,
): Promise<ResponseOf<Upgrade>> {
  const { database, passwords } = services
  const { project, user, body, call } = request
  if (!project.config.credential_enabled) throw new KnownError('PASSWORD_AUTHENTICATION_NOT_ENABLED')
  requireTrustedUrl(project, body.verification_callback_url)
  await checkChosenPassword({ project, typed: body.password, person: [body.email] })
  if (!project.config.sign_up_enabled) throw new KnownError('SIGN_UP_NOT_ENABLED')
  if (!user.is_anonymous) throw notAnonymous()
  if (await findSignInChannel(database, project.id, body.email)) throw taken(body.email)

  const hash = await passwords.hash(body.password)
  return await startAfterFirstFactor(services, { project, call }, async (transaction) => {
    // Of two concurrent upgrades, the second finds the user no longer anonymous.
    if (!(await endAnonymity(transaction, user.id))) throw notAnonymous()
    await savePassword(transaction, user.id, hash, services.now())
    await addSignInAddress(services, transaction, request)
    // A token of the anonymous user must not become a token of the named user.
    await endSessionsOf(transaction, { projectId: project.id, userId: user.id, keptId: null }, services.now())
    await noteUpgrade(services, transaction, request)
    return { userId: user.id, method: 'anonymous-upgrade', isNewUser: false }
  })
}

async function addSignInAddress(
  services: Services,
  transaction: Transaction<AccountTables>,
  { project, user, body, call }: ServedRequest<Upgrade>,
): Promise<void> {
  const channel = { id: randomUUID(), value: body.email }
  const channels = await listChannels(transaction, project.id, { userId: user.id })
  const same = channels.find(({ value }) => value === body.email)
  if (same) await deleteChannel(transaction, same)
  await unsetPrimary(transaction, user.id)
  try {
    await insertChannel(transaction, {
      ...channel,
      project_id: project.id,
      user_id: user.id,
      type: 'email',
      is_primary: true,
      is_verified: false,
      used_for_auth: true,
      created_at: services.now(),
    })
  } catch (error) {
    if (!isViolationOf(error, signInChannelConstraint)) throw error
    throw taken(body.email)
  }
  await enqueueVerificationEmail(services, transaction, {
    project,
    channel,
    callbackUrl: body.verification_callback_url,
    call,
  })
}

async function noteUpgrade(
  { now }: Services,
  transaction: Transaction<AccountTables>,
  { project, user, actor, call }: ServedRequest<Upgrade>,
): Promise<void> {
  const upgraded = await findUser(transaction, project.id, user.id)
  if (upgraded)
    await publishEvent(transaction, project.id, {
      type: 'user.updated',
      data: userShape(upgraded),
      at: now(),
    })
  await recordAudit(transaction, {
    projectId: project.id,
    actor,
    action: 'user.upgraded',
    subject: { type: 'user', id: user.id },
    call,
    at: now(),
  })
}

function notAnonymous(): TextError {
  return new TextError(400, 'You already have an account. Sign in to it.')
}

function taken(email: string): KnownError {
  return new KnownError('USER_EMAIL_ALREADY_EXISTS', { email, would_work_if_email_was_verified: false })
}
