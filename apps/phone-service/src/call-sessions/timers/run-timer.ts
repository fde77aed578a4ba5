import { isPresent } from '../../call-state/index.ts'
import { createAutomatedCall } from '../automated/automated-call.ts'
import { endCall } from '../end-call.ts'
import { removeLeg } from '../legs/remove-leg.ts'
import { onMenuTimer } from '../menus/run-menu.ts'
import { returnParkedCall } from '../parking/return-parked-call.ts'
import type { CallParts } from '../parts/call-parts.ts'
import { announcePosition } from '../queues/announce-position.ts'
import { continueMenu, onQueueTimer, onRingTimeout } from '../routing-steps/run-steps.ts'
import { dialReferred } from '../transfers/refer-call.ts'
import { endAbortedMessage, endVoicemail } from '../voicemail/record-message.ts'
import { findDueTimer } from './call-timers.ts'
import { clearTimer, createWithoutUserTimer, setTimer, type TimerData } from './timer-data.ts'

/**
 * Runs a timer that is due, in the queue of its call. Its row is deleted in the transaction that saves its effect,
 * so that it takes effect once. No-op when work that was queued before has cleared the timer or has ended the
 * call.
 */
export async function runTimer(parts: CallParts, name: string): Promise<void> {
  const { deps, record } = parts
  if (record.hasEnded) return
  // The timer may have been cleared by a change that is not saved.
  if ((await record.saveIfNeeded()) !== 'saved') return
  const data = await findDueTimer(deps.database, record.id, name)
  if (!data) return
  record.changeTimers([clearTimer(name)])
  try {
    await handleTimer(parts, data)
  } finally {
    await record.saveIfNeeded()
  }
}

async function handleTimer(parts: CallParts, data: TimerData): Promise<void> {
  switch (data.kind) {
    case 'ringing':
      return await onRingTimeout(parts)
    case 'detached-leg':
      return await removeLeg(parts, data.legId, 'media-lost')
    case 'recording-space':
      await parts.recorder.checkSpace()
      return await endAbortedMessage(parts)
    case 'time-limit':
      return await parts.timeLimits.extend(data.legId)
    case 'without-user':
      return await onWithoutUserTimer(parts)
    case 'parked':
      return await returnParkedCall(parts)
    case 'refer':
      return await dialReferred(parts)
    case 'voicemail':
      return await endVoicemail(parts)
    case 'queue':
      return await onQueueTimer(parts)
    case 'menu':
      return await continueMenu(parts, onMenuTimer)
    case 'queue-position':
      return await announcePosition(parts)
    case 'automated-call':
      return await parts.automated?.onTimer(createAutomatedCall(parts))
    default:
      data satisfies never
  }
}

/** Ends a call in which no user takes part. One of several users may have transferred it; the others may leave later. */
async function onWithoutUserTimer(parts: CallParts): Promise<void> {
  const { deps, record } = parts
  if (record.state.legs.some((leg) => leg.kind === 'browser' && isPresent(leg)))
    return record.changeTimers([setTimer(createWithoutUserTimer())])
  await endCall(parts, 'without-member', deps.now().getTime())
}
