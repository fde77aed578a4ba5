import type { MediaEvent } from '../media/protocol.ts'
import type { ConferenceLegs } from './conference-legs.ts'
import { isIn, type Leg } from './leg.ts'
import type { Levels } from './levels.ts'
import type { Playbacks } from './playbacks.ts'
import { qualityOf } from './quality.ts'
import type { Recorder } from './recorder.ts'

/** Number of measurements of the media process averaged into one `quality` event. */
const measurementsPerQuality = 5

export interface Hearers {
  readonly legs: ConferenceLegs
  readonly playbacks: Playbacks
  readonly levels: Levels
  readonly recorder: Recorder
}

/** Applies an event of the media process to its leg. Ignores events of removed legs. */
export function hearMedia(event: MediaEvent, targets: Hearers): void {
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
      leg.phone?.mediaStopped()
      break
    case 'digit':
      targets.legs.tell(leg, { type: 'digit', digit: event.digit })
      break
    case 'playback-ended':
      targets.playbacks.end(event.playbackId)
      break
    case 'quality':
      targets.levels.measured(leg.id, event.quality.levelDbfs)
      leg.measured.push(event.quality)
      if (leg.measured.length >= measurementsPerQuality) tellQuality(leg, targets)
      break
    case 'recording-failed':
      targets.legs.tell(leg, { type: 'recording-failed', file: event.path })
      break
    case 'leg-left':
      leg.mediaLeft.resolve(event.recording)
      break
    case 'digits-sent':
    case 'conference-closed':
      break
  }
}

function attach(leg: Leg, { legs, recorder }: Hearers): void {
  leg.phone?.mediaCame()
  if (leg.kind !== 'browser') return
  if (leg.state === 'arriving') legs.join(leg)
  else {
    legs.attach(leg)
    recorder.goOnWith([leg.id]).catch(() => {
      if (isIn(leg)) legs.tell(leg, { type: 'recording-failed', file: null })
    })
  }
}

function tellQuality(leg: Leg, { legs }: Hearers): void {
  const quality = qualityOf(leg.kind, leg.measured, leg.browserStats)
  leg.measured = []
  if (quality && isIn(leg)) legs.tell(leg, { type: 'quality', quality })
}
