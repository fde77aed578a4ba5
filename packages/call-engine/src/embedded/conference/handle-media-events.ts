import type { MediaEvent } from '../media/protocol.ts'
import type { ConferenceLegs } from './legs/conference-legs.ts'
import { isJoined, type Leg } from './legs/leg.ts'
import type { LevelMeter } from './level-meter.ts'
import { assessQuality } from './quality.ts'
import type { Recorder } from './recorder.ts'

/** Number of measurements of the media process averaged into one `quality` event. */
const measurementsPerQuality = 5

export interface EventTargets {
  readonly legs: ConferenceLegs
  readonly levels: LevelMeter
  readonly recorder: Recorder
}

/** Applies an event of the media process to its leg. Ignores events of removed legs. */
export function handleMediaEvent(event: MediaEvent, targets: EventTargets): void {
  const leg = 'legId' in event ? targets.legs.find(event.legId) : undefined
  if (!leg) return
  switch (event.event) {
    case 'leg-attached':
      attach(leg, targets)
      break
    case 'leg-detached':
      targets.legs.detach(leg)
      break
    case 'media-lost':
      leg.phone?.onMediaStopped()
      break
    case 'digit':
      targets.legs.reportDigit(leg, event.digit, 'telephone-event')
      break
    case 'player-ended':
      void targets.legs.remove(leg, { reason: 'played', sipAnswer: null })
      break
    case 'quality':
      targets.levels.add(leg.id, event.quality.levelDbfs)
      leg.phone?.audioWatch.onMeasured(event.quality)
      leg.measurements.push(event.quality)
      if (leg.measurements.length >= measurementsPerQuality) emitQuality(leg, targets)
      break
    case 'recording-failed':
      targets.legs.emit(leg, { type: 'recording-failed', file: event.path })
      break
    case 'leg-left':
      leg.mediaRemoval.resolve(event.recording)
      break
    case 'digits-sent':
    case 'conference-closed':
      break
  }
}

function attach(leg: Leg, { legs, recorder }: EventTargets): void {
  leg.phone?.onMediaReceived()
  if (leg.kind !== 'browser') return
  if (leg.state === 'arriving') legs.join(leg)
  else {
    legs.attach(leg)
    recorder.resumeFor([leg.id]).catch(() => {
      if (isJoined(leg)) legs.emit(leg, { type: 'recording-failed', file: null })
    })
  }
}

function emitQuality(leg: Leg, { legs }: EventTargets): void {
  if (leg.kind === 'player') return
  const quality = assessQuality(leg.kind, leg.measurements, leg.browserStats)
  leg.measurements = []
  if (quality && isJoined(leg)) legs.emit(leg, { type: 'quality', quality })
}
