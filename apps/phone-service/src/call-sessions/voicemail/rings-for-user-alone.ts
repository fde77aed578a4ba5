import type { StoredCall } from '../../call-log/index.ts'
import { isForUserAlone } from '../../call-state/index.ts'

/** Returns whether a call rings for this user only. Their voicemail may answer it then. */
export function ringsForUserAlone({ ringUserId, state }: StoredCall, userId: string): boolean {
  return state.routing ? isForUserAlone(state.routing, userId) : ringUserId === userId
}
