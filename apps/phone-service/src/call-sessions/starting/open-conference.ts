import type { Conference, ConferenceEvent, NumberedConferenceEvent } from '@parley/call-engine'
import { hasEmergencyService } from '../../call-state/index.ts'
import { createAutomatedCall } from '../automated/automated-call.ts'
import { handleConferenceEvent } from '../conference-events.ts'
import { onConferenceClosed } from '../end-call.ts'
import { handleMenuEvent } from '../menus/run-menu.ts'
import type { CallParts } from '../parts/call-parts.ts'
import { logFailure } from '../parts/engine-failures.ts'
import { continueMenu } from '../routing-steps/run-steps.ts'
import { handleVoicemailEvent } from '../voicemail/record-message.ts'

/** Opens the conference of a call. Its events are applied until it closes; then the call is finalized. */
export async function openConference(parts: CallParts): Promise<Conference> {
  const { state, stored } = parts.record
  const isEmergency = hasEmergencyService(state)
  const conference = await parts.conference.open({ isEmergency, ownerId: stored.workspaceId })
  consumeEvents(parts, conference).catch((error) => {
    parts.deps.log.error('call_events.consume_failed', { callId: parts.record.id, error })
  })
  return conference
}

async function consumeEvents(parts: CallParts, conference: Conference): Promise<void> {
  const { queue } = parts
  try {
    for await (const event of conference.events) {
      await queue
        .run(() => handleEvent(parts, event))
        .then((adopter) => adopter && handleInAdopter(adopter, event))
        .catch((error) => {
          logFailure(parts, 'call.event_failed', error, { type: event.type })
        })
    }
  } finally {
    await queue.run(() => onConferenceClosed(parts))
  }
}

/** Applies an event that was not applied before, or returns the call to which its leg has moved. */
async function handleEvent(parts: CallParts, event: NumberedConferenceEvent): Promise<CallParts | null> {
  if (!parts.record.acceptEngineEvent(event.number)) return null
  const adopter = findAdopter(parts, event)
  if (adopter) return adopter
  await handleConferenceEvent(parts, event)
  await handleVoicemailEvent(parts, event)
  await continueMenu(parts, () => handleMenuEvent(parts, event))
  await parts.automated?.onEvent(createAutomatedCall(parts), event)
  return null
}

/**
 * Returns the call to which the leg of an event has moved by a merge. The engine reports in the former conference
 * what happens to a leg until it moves the audio: a telephone may hang up or answer meanwhile.
 */
function findAdopter(parts: CallParts, event: ConferenceEvent): CallParts | null {
  const { mergedInto } = parts
  if (!mergedInto || !('legId' in event)) return null
  // A recording belongs to the call in which it began.
  if (event.type === 'recording-started' || event.type === 'recording-finished') return null
  if (event.type === 'leg-left' && event.reason === 'merged') return null
  const { legs, players = [] } = mergedInto.record.state
  const isAdopted = [...legs, ...players].some(({ id }) => id === event.legId)
  return isAdopted || mergedInto.mergedInto ? mergedInto : null
}

/**
 * Applies an event to the call to which its leg has moved, or moves further. Not in the queue of the former call: a
 * merge uses both.
 */
async function handleInAdopter(adopter: CallParts, event: ConferenceEvent): Promise<void> {
  const next = await adopter.queue.run(async () => {
    const further = findAdopter(adopter, event)
    if (!adopter.mergedInto) await handleConferenceEvent(adopter, event)
    return further
  })
  if (next) await handleInAdopter(next, event)
}
