import type { CallSession } from './call-session.ts'

/** The dependencies of operations that control calls: the active calls of this node, by id. */
export interface CallSessionService {
  readonly callSessions: Map<string, CallSession>
}
