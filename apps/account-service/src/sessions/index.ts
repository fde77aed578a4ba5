import { mfa, sessions } from '@parley/contract/account'
import type { Serve } from '../access/index.ts'
import type { Services } from '../services.ts'
import { createSession } from './create-session.ts'
import { endCurrentSession } from './end-current-session.ts'
import { listSessions } from './list-sessions.ts'
import { refreshCurrentSession } from './refresh.ts'
import { revokeSession } from './revoke-session.ts'
import { signInWithSecondFactor } from './sign-in-with-second-factor.ts'

export { type AccessTokenClaims, type AccessTokens, createAccessTokens } from './access-tokens.ts'
export { latelyActiveUserIds } from './activity.ts'
export { endSessionsOf } from './end-sessions-of.ts'
export { isKnownDevice } from './known-devices.ts'
export { refreshSession } from './refresh.ts'
export { keepRotatingKeys } from './rotate-signing-keys.ts'
export {
  deleteSession,
  deleteSessionsExpiredBefore,
  findSession,
  findSessionByRefreshToken,
  livingSessionAsJson,
  type Session,
  sessionOfJson,
} from './sessions.ts'
export { type SignedIn, startAfterFirstFactor } from './start-after-first-factor.ts'

export function serveSessions(serve: Serve, services: Services): void {
  serve(sessions.listSessions, (request) => listSessions(services, request))
  serve(sessions.createSession, (request) => createSession(services, request))
  serve(sessions.endCurrentSession, (request) => endCurrentSession(services, request))
  serve(sessions.revokeSession, (request) => revokeSession(services, request))
  serve(sessions.refreshCurrentSession, (request) => refreshCurrentSession(services, request))
  serve(mfa.signInWithSecondFactor, (request) => signInWithSecondFactor(services, request))
}
