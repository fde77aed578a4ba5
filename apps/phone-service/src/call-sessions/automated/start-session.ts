import type { SerialQueue } from '@parley/primitives'
import { addBrowserLeg, type JoinedCall, orUnavailable, type UserAtHandset } from '../browser-legs.ts'
import { dialPending, openConference } from '../conference-events.ts'
import { endCall } from '../end-call.ts'
import type { CallParts } from '../parts/call-parts.ts'

/** Opens the conference of an outgoing call. @throws {PhoneError} `ENGINE_UNAVAILABLE`; the call has ended */
export async function startInBrowser(
  parts: CallParts,
  queue: SerialQueue,
  by: UserAtHandset,
): Promise<JoinedCall> {
  return await start(parts, async () => addBrowserLeg(parts, await openConference(parts, queue), by))
}

/**
 * Opens the conference of a call without a browser, and dials its number.
 *
 * @throws {PhoneError} `ENGINE_UNAVAILABLE`; the call has ended
 */
export async function startAutomated(parts: CallParts, queue: SerialQueue): Promise<void> {
  await start(parts, () => openConference(parts, queue))
  await dialPending(parts)
}

async function start<Result>(parts: CallParts, open: () => Promise<Result>): Promise<Result> {
  try {
    return await orUnavailable(parts, 'call.start_failed', open)
  } catch (error) {
    await endCall(parts, 'engine-lost', parts.deps.now().getTime())
    throw error
  }
}
