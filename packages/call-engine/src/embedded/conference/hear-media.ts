import type { MediaEvent } from '../media/protocol.ts'
import type { ConferenceLegs } from './conference-legs.ts'
import { isIn, type Leg } from './leg.ts'
import type { Levels } from './levels.ts'
import type { Playbacks } from './playbacks.ts'
import { qualityOf } from './quality.ts'
import type { Recorder } from './recorder.ts'

/** What came in over this many measurements of the media process is told as one quality. */
const measurementsPerQuality = 5

export interface Hearers {
  readonly legs: ConferenceLegs
  readonly playbacks: Playbacks
  readonly levels: Levels
  readonly recorder: Recorder
}

/** Takes in what the media process says of a leg. One that has left is spoken of no more. */
export function hearMedia(event: MediaEvent, hearers: Hearers): void {
  const leg = 'legId' in event ? hearers.legs.find(event.legId) : undefined
  if (!leg) return
  switch (event.event) {
    case 'leg-attached':
      attach(leg, hearers)
      break
    case 'leg-detached':
      hearers.legs.detach(leg)
      break
    case 'media-lost':
      leg.phone?.mediaStopped()
      break
    case 'digit':
      hearers.legs.tell(leg, { type: 'digit', digit: event.digit })
      break
    case 'playback-ended':
      hearers.playbacks.end(event.playbackId)
      break
    case 'quality':
      hearers.levels.measured(leg.id, event.quality.levelDbfs)
      leg.measured.push(event.quality)
      if (leg.measured.length >= measurementsPerQuality) tellQuality(leg, hearers)
      break
    case 'recording-failed':
      hearers.legs.tell(leg, { type: 'recording-failed', file: event.path })
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
