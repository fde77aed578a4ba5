import type { AccountHandlers } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { createSession } from './create-session.ts'
import { endCurrentSession } from './end-current-session.ts'
import { listSessions } from './list-sessions.ts'
import { refreshCurrentSession } from './refresh-current-session.ts'
import { revokeSession } from './revoke-session.ts'
import { rotateCurrentSession } from './rotation/rotate-current-session.ts'
import { signInWithSecondFactor } from './sign-in-with-second-factor.ts'
import type { AccessTokenService } from './tokens/index.ts'

export { completeFirstFactor, type SignInResponse } from './complete-first-factor.ts'
export { endSession } from './end-session.ts'
export { endUserSessions } from './end-user-sessions.ts'
export { isKnownDevice, toDeviceKey } from './known-devices.ts'
export { refreshSession } from './refresh-session.ts'
export { startSession } from './start-session.ts'

export const sessionHandlers = {
  'GET /auth/sessions': listSessions,
  'POST /auth/sessions': createSession,
  'DELETE /auth/sessions/current': endCurrentSession,
  'DELETE /auth/sessions/{id}': revokeSession,
  'POST /auth/sessions/current/refresh': refreshCurrentSession,
  'POST /auth/sessions/current/rotate': rotateCurrentSession,
  'POST /auth/mfa/sign-in': signInWithSecondFactor,
} satisfies Partial<AccountHandlers<Services & AccessTokenService>>
