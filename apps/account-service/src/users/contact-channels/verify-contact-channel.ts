import { KnownError, type ResponseOf } from '@parley/contract'
import type { contactChannels } from '@parley/contract/account'
import { PlainTextError } from '@parley/server/http'
import { attemptCode } from '../../auth/verification-codes/index.ts'
import { markDenied } from '../../platform/audit/index.ts'
import type { Database } from '../../platform/database/index.ts'
import type { Access, EndpointRequest } from '../../platform/request-context/index.ts'
import type { Project } from '../../projects/records/index.ts'
import type { Services } from '../../services.ts'
import { enableOtp, hasDisabledOtp } from '../records/index.ts'
import { listChannels, markVerified } from './channels.ts'
import { toChannelConflictError } from './conflict-errors.ts'
import { channelVerificationCode } from './verification-email.ts'

type Verify = typeof contactChannels.verifyContactChannel

export async function verifyContactChannel(
  services: Pick<Services, 'database' | 'now'>,
  request: EndpointRequest<Verify>,
): Promise<ResponseOf<Verify>> {
  const { project, user, body } = request
  const { data, redeem } = await attemptCode(services, channelVerificationCode, project, body.code)
  await requireUserOfChannel(services, request, data.channelId)
  await redeem()

  try {
    await request.transaction(async (transaction) => {
      const wasVerified = await markVerified(transaction, project.id, {
        id: data.channelId,
        value: data.value,
        byUserId: user?.id ?? null,
      })
      if (!wasVerified)
        throw new PlainTextError(400, 'This e-mail address was changed or removed after the e-mail was sent.')
      const [channel] = await listChannels(transaction, project.id, { id: data.channelId })
      if (channel) await enableCodeSignIn(transaction, project, channel.userId)
      await transaction.audit('contact_channel.verified', { type: 'contact_channel', id: data.channelId })
    })
  } catch (error) {
    // The address waited for its verification, and another user signs in with it.
    throw toChannelConflictError(error, data.value)
  }
  return { success: true }
}

/**
 * Requires, if the project does, that the user of the channel is signed in: otherwise a person who opens the
 * link verifies the address for a stranger who has added it. Servers are not checked.
 *
 * @throws {KnownError} USER_AUTHENTICATION_REQUIRED, EMAIL_NOT_ASSOCIATED_WITH_USER
 */
async function requireUserOfChannel(
  { database }: Pick<Services, 'database'>,
  { project, accessType, user }: Pick<Access, 'project' | 'accessType' | 'user'>,
  channelId: string,
): Promise<void> {
  if (accessType !== 'client' || !project.settings.verification_needs_session) return
  if (!user) throw markDenied(new KnownError('USER_AUTHENTICATION_REQUIRED'))
  const [channel] = await listChannels(database, project.id, { id: channelId })
  if (channel && channel.userId !== user.id)
    throw markDenied(new KnownError('EMAIL_NOT_ASSOCIATED_WITH_USER'))
}

/**
 * Enables sign-in with codes for a user who has verified an e-mail address, unless the user has disabled it.
 * A request for a code would enable it anyway, so the settings of the account would be wrong until then. In
 * projects in which each request enables it, the SDK shows that state.
 */
export async function enableCodeSignIn(
  transaction: Database,
  { id: projectId, config, settings }: Project,
  userId: string,
): Promise<void> {
  if (!config.magic_link_enabled || !settings.code_sign_in_stays_disabled) return
  const channels = await listChannels(transaction, projectId, { userId })
  if (!channels.some(({ isVerified, usedForAuth }) => isVerified && usedForAuth)) return
  if (!(await hasDisabledOtp(transaction, userId))) await enableOtp(transaction, userId)
}
