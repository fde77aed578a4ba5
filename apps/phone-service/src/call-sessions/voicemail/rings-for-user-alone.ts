import type { StoredCall } from '../../call-log/index.ts'
import { isForUserAlone } from '../../call-state/index.ts'

/** Returns whether a call rings for a user alone, so that their voicemail answers it and takes it from no other user. */
export function ringsForUserAlone({ ringUserId, state }: StoredCall, userId: string): boolean {
  return state.routing ? isForUserAlone(state.routing, userId) : ringUserId === userId
}
