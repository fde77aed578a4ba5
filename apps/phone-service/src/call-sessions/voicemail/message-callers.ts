import { linkActiveCalls, type StoredCall } from '../../call-log/index.ts'
import { type CallLeg, getParticipantKey, isPresent } from '../../call-state/index.ts'
import type { CallParts } from '../parts/call-parts.ts'

/** Returns the keys of the users and telephones who call when voicemail answers: they hear its greeting. */
export function listCallers({ deps, record }: CallParts): string[] {
  const callers = listCallingCalls(record.stored, linkActiveCalls(deps)).map(({ call }) => findCaller(call))
  return callers.filter((key) => key !== null)
}

/**
 * Returns whether others than the callers take part in the calls through which voicemail was called, or are dialled or
 * on hold there: they would be recorded when they answer, before their answer is reported. `changed`: a call with a
 * change that is about to happen.
 */
export function hasOtherThanCallers({ deps, record }: CallParts, changed?: StoredCall): boolean {
  const callers = new Set(record.state.voicemail?.callers)
  const call = changed?.id === record.id ? changed : record.stored
  return listCallingCalls(call, linkActiveCalls(deps, changed)).some(({ legs }) =>
    legs.some((leg) => !callers.has(getParticipantKey(leg))),
  )
}

/** The call through which a voicemail, or the call before it, was called. */
interface CallingCall {
  readonly call: StoredCall
  /** Its participants, without the leg that has dialled. */
  readonly legs: readonly CallLeg[]
}

/** Returns the calls through which a call was dialled: that of a caller whose call was forwarded is the second one. */
function listCallingCalls(call: StoredCall, { byCallId }: ReturnType<typeof linkActiveCalls>): CallingCall[] {
  const found = new Map([[call.id, { call, legs: [] as readonly CallLeg[] }]])
  for (const id of found.keys()) {
    const { inviting, leg } = byCallId.get(id)?.find(({ invited }) => invited.id === id) ?? {}
    if (!inviting || !leg || found.has(inviting.id) || !isPresent(leg)) break
    const legs = inviting.state.legs.filter((one) => one.id !== leg.id && isPresent(one))
    found.set(inviting.id, { call: inviting, legs })
  }
  found.delete(call.id)
  return [...found.values()]
}

/** Returns the key of the user who has made a call, or of the telephone that has. */
function findCaller({ userId, state }: StoredCall): string | null {
  if (state.direction === 'outgoing') return userId
  const caller = state.legs.find(({ kind }) => kind === 'phone')
  return caller?.id ?? null
}
