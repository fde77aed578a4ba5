import type { AnyEndpoint } from '@parley/contract'
import {
  anonymous,
  cli,
  contactChannels,
  mfa,
  notifications,
  oauth,
  otp,
  passkeys,
  password,
  sessions,
  teamInvitations,
} from '@parley/contract/account'
import { type RateLimit, toNetworkKey } from '@parley/server'
import { type RequestInfo, tooManyRequests } from '@parley/server/http'
import type { Services } from '../../services.ts'
import type { AuthContext } from './auth-context.ts'

const minuteMs = 60_000

/** Request limits per endpoint and network. A network is an IPv4 address or an IPv6 /64. */
const perNetwork: ReadonlyMap<AnyEndpoint, RateLimit> = new Map<AnyEndpoint, RateLimit>([
  [password.signUpWithPassword, { name: 'sign-up-by-network', attempts: 30, windowMs: 10 * minuteMs }],
  [password.signInWithPassword, { name: 'sign-in-by-network', attempts: 60, windowMs: 5 * minuteMs }],
  [password.setPassword, { name: 'password-change-by-network', attempts: 30, windowMs: 5 * minuteMs }],
  [password.updatePassword, { name: 'password-change-by-network', attempts: 30, windowMs: 5 * minuteMs }],
  [password.sendPasswordResetCode, { name: 'code-mails-by-network', attempts: 30, windowMs: 10 * minuteMs }],
  [password.resetPassword, { name: 'codes-by-network', attempts: 60, windowMs: 5 * minuteMs }],
  [password.checkPasswordResetCode, { name: 'codes-by-network', attempts: 60, windowMs: 5 * minuteMs }],
  [otp.sendSignInCode, { name: 'code-mails-by-network', attempts: 30, windowMs: 10 * minuteMs }],
  [otp.signInWithCode, { name: 'codes-by-network', attempts: 60, windowMs: 5 * minuteMs }],
  [otp.checkSignInCode, { name: 'codes-by-network', attempts: 60, windowMs: 5 * minuteMs }],
  [
    contactChannels.sendVerificationCode,
    { name: 'code-mails-by-network', attempts: 30, windowMs: 10 * minuteMs },
  ],
  [
    contactChannels.sendPrimaryVerificationCode,
    { name: 'code-mails-by-network', attempts: 30, windowMs: 10 * minuteMs },
  ],
  [contactChannels.verifyContactChannel, { name: 'codes-by-network', attempts: 60, windowMs: 5 * minuteMs }],
  [
    contactChannels.checkContactChannelCode,
    { name: 'codes-by-network', attempts: 60, windowMs: 5 * minuteMs },
  ],
  [mfa.signInWithSecondFactor, { name: 'second-factor-by-network', attempts: 60, windowMs: 5 * minuteMs }],
  [mfa.createRecoveryCodes, { name: 'password-change-by-network', attempts: 30, windowMs: 5 * minuteMs }],
  [oauth.authorize, { name: 'provider-by-network', attempts: 120, windowMs: 5 * minuteMs }],
  [oauth.handleCallback, { name: 'provider-by-network', attempts: 120, windowMs: 5 * minuteMs }],
  [oauth.handleFormCallback, { name: 'provider-by-network', attempts: 120, windowMs: 5 * minuteMs }],
  [
    passkeys.initiatePasskeyRegistration,
    { name: 'passkey-starts-by-network', attempts: 120, windowMs: 5 * minuteMs },
  ],
  [
    passkeys.initiatePasskeyAuthentication,
    { name: 'passkey-starts-by-network', attempts: 120, windowMs: 5 * minuteMs },
  ],
  [passkeys.registerPasskey, { name: 'passkeys-by-network', attempts: 60, windowMs: 5 * minuteMs }],
  [passkeys.signInWithPasskey, { name: 'passkeys-by-network', attempts: 60, windowMs: 5 * minuteMs }],
  [anonymous.signUpAnonymously, { name: 'sign-up-by-network', attempts: 30, windowMs: 10 * minuteMs }],
  [anonymous.upgradeAnonymousUser, { name: 'sign-up-by-network', attempts: 30, windowMs: 10 * minuteMs }],
  [cli.startCliLogin, { name: 'cli-starts-by-network', attempts: 30, windowMs: 10 * minuteMs }],
  [cli.pollCliLogin, { name: 'cli-polls-by-network', attempts: 600, windowMs: minuteMs }],
  [cli.completeCliLogin, { name: 'cli-approvals-by-network', attempts: 60, windowMs: 5 * minuteMs }],
  [cli.describeCliLogin, { name: 'cli-approvals-by-network', attempts: 60, windowMs: 5 * minuteMs }],
  [
    teamInvitations.sendTeamInvitation,
    { name: 'code-mails-by-network', attempts: 30, windowMs: 10 * minuteMs },
  ],
  [teamInvitations.acceptTeamInvitation, { name: 'codes-by-network', attempts: 60, windowMs: 5 * minuteMs }],
  [
    teamInvitations.checkTeamInvitationCode,
    { name: 'codes-by-network', attempts: 60, windowMs: 5 * minuteMs },
  ],
  [
    teamInvitations.getTeamInvitationDetails,
    { name: 'codes-by-network', attempts: 60, windowMs: 5 * minuteMs },
  ],
  // Mail clients send the unsubscribe requests of many users from few IP addresses.
  [notifications.showUnsubscribePage, { name: 'unsubscribe-by-network', attempts: 600, windowMs: minuteMs }],
  [notifications.unsubscribe, { name: 'unsubscribe-by-network', attempts: 600, windowMs: minuteMs }],
  [oauth.exchangeToken, { name: 'refresh-by-network', attempts: 600, windowMs: minuteMs }],
  [sessions.refreshCurrentSession, { name: 'refresh-by-network', attempts: 600, windowMs: minuteMs }],
])

/**
 * Counts a request to an endpoint for credentials or codes. Servers are exempt: they act for many users from one IP
 * address and are identified by their secret key.
 *
 * @throws {PlainTextError} 429
 */
export async function enforceNetworkLimit(
  { rateLimits }: Pick<Services, 'rateLimits'>,
  { accessType }: AuthContext,
  endpoint: AnyEndpoint,
  info: RequestInfo,
): Promise<void> {
  const limit = perNetwork.get(endpoint)
  if (!limit || accessType === 'server' || accessType === 'admin') return
  const verdict = await rateLimits.consume(limit, toNetworkKey(info.ip))
  if (!verdict.isAllowed) throw tooManyRequests(verdict.retryAfterSeconds)
}
