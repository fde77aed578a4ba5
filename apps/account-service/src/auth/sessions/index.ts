import { mfa, sessions } from '@parley/contract/account'
import type { AccountRouter } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { createSession } from './create-session.ts'
import { endCurrentSession } from './end-current-session.ts'
import { listSessions } from './list-sessions.ts'
import { refreshCurrentSession } from './refresh-current-session.ts'
import { revokeSession } from './revoke-session.ts'
import { signInWithSecondFactor } from './sign-in-with-second-factor.ts'

export { listRecentlyActiveUserIds } from './activity.ts'
export { completeFirstFactor, type SignInResponse } from './complete-first-factor.ts'
export { endUserSessions } from './end-user-sessions.ts'
export { isKnownDevice } from './known-devices.ts'
export { refreshSession } from './refresh-session.ts'
export {
  activeSessionAsJson,
  deleteSession,
  deleteSessionsExpiredBefore,
  findSession,
  findSessionByRefreshToken,
  parseSessionJson,
  type Session,
} from './sessions.ts'
export { type AccessTokenClaims, type AccessTokens, createAccessTokens } from './tokens/access-tokens.ts'
export { startKeyRotation } from './tokens/rotate-signing-keys.ts'

export function serveSessions(serve: AccountRouter, services: Services): void {
  serve(sessions.listSessions, (request) => listSessions(services, request))
  serve(sessions.createSession, (request) => createSession(services, request))
  serve(sessions.endCurrentSession, (request) => endCurrentSession(services, request))
  serve(sessions.revokeSession, (request) => revokeSession(services, request))
  serve(sessions.refreshCurrentSession, (request) => refreshCurrentSession(services, request))
  serve(mfa.signInWithSecondFactor, (request) => signInWithSecondFactor(services, request))
}
