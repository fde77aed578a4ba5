import type { JoinInformation } from '@parley/call-engine'
import type { EndReason } from '@parley/contract/phone'
import type { CurrentUser } from '../../request-context/index.ts'
import { addStoredLeg } from '../browser-legs.ts'
import { endCall } from '../end-call.ts'
import { toDialFailure } from '../parts/call-dialling.ts'
import type { CallParts } from '../parts/call-parts.ts'
import { logFailure, runOrUnavailable } from '../parts/engine-failures.ts'
import { publishCallUsers } from '../parts/send-call.ts'
import { openConference } from './open-conference.ts'

/**
 * Opens the conference of an outgoing call, adds the stored leg of its browser, and dials its number, which does not wait
 * for the answer of the browser. A number is not dialled for a browser without a port: an emergency service would
 * receive a call that is dropped. A number that cannot be dialled ends the call after the response.
 *
 * @throws {PhoneError} `ENGINE_UNAVAILABLE`; the call has ended
 */
export async function startInBrowser(
  parts: CallParts,
  user: CurrentUser,
  legId: string,
): Promise<JoinInformation> {
  parts.signedInSessions.set(legId, user.sessionId)
  const { joinInformation, failure } = await start(parts, async () => {
    const conference = await openConference(parts)
    const joinInformation = await addStoredLeg(parts, conference, user, legId)
    return { joinInformation, failure: await dialPending(parts) }
  })
  parts.queue
    .run(() => publishOrEnd(parts, failure))
    .catch((error) => logFailure(parts, 'call.publish_failed', error))
  return joinInformation
}

/**
 * Opens the conference of a call without a browser, and dials its number.
 *
 * @throws {PhoneError} `ENGINE_UNAVAILABLE`; the call has ended
 */
export async function startAutomated(parts: CallParts): Promise<void> {
  await start(parts, () => openConference(parts))
  const failure = await dialPending(parts)
  if (failure) await endCall(parts, failure, parts.deps.now().getTime())
}

/** Publishes a call that was stored with its first legs, or ends one whose number could not be dialled. */
async function publishOrEnd(parts: CallParts, failure: EndReason | null): Promise<void> {
  const { deps, record } = parts
  if (failure) await endCall(parts, failure, deps.now().getTime())
  if (record.hasEnded) return
  publishCallUsers(deps.live, record.stored)
  await record.publish()
}

async function start<Result>(parts: CallParts, open: () => Promise<Result>): Promise<Result> {
  try {
    return await runOrUnavailable(parts, 'call.start_failed', open)
  } catch (error) {
    await endCall(parts, 'engine-lost', parts.deps.now().getTime())
    throw error
  }
}

/** Dials the number that was waiting for the conference. Returns why it could not be dialled; null when it was. */
async function dialPending(parts: CallParts): Promise<EndReason | null> {
  const { dialling } = parts
  const request = dialling.takePending()
  if (!request) return null
  try {
    await dialling.dial(request)
    return null
  } catch (error) {
    logFailure(parts, 'call.dial_failed', error)
    return toDialFailure(error)
  }
}
