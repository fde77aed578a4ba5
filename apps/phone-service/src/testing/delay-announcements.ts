import type { CallEngine, NumberedConferenceEvent } from '@parley/call-engine'
import { waitUntil } from '@parley/primitives'
import { override } from './override.ts'

/** Announcements that have been played to their end, and whose end has not been reported to the service. */
interface PlayedAnnouncements {
  /** Reports the end of the announcements to the service. */
  end(): void
}

/**
 * Delays the end of announcements until the test allows it, so that it can examine what happens before.
 * Announcements are played as usual.
 */
export function delayAnnouncementEnds() {
  const played: (() => void)[] = []

  return {
    /** Returns an engine that behaves like `engine`, except for the ends of announcements. */
    wrap(engine: CallEngine): CallEngine {
      return {
        ...engine,
        async openConference(options) {
          const conference = await engine.openConference(options)
          const events = delayPlayed(conference.events, (report) => played.push(report))
          return override(conference, { events })
        },
      }
    },
    /** Resolves when the next announcements have been played to their end to this many legs. */
    async next(legCount: number): Promise<PlayedAnnouncements> {
      await waitUntil('the announcements have been played', () => played.length >= legCount)
      const reports = played.splice(0, legCount)
      return {
        end: () => {
          for (const report of reports) report()
        },
      }
    },
  }
}

/** Returns `events`, of which the end of each player is passed on when its `report` is called. */
function delayPlayed(
  events: AsyncIterable<NumberedConferenceEvent>,
  onPlayed: (report: () => void) => void,
): AsyncIterable<NumberedConferenceEvent> {
  const passed: NumberedConferenceEvent[] = []
  let number = 0
  let hasEnded = false
  let changed = Promise.withResolvers<void>()
  const wake = () => {
    changed.resolve()
    changed = Promise.withResolvers<void>()
  }
  const pass = (event: NumberedConferenceEvent) => {
    // The service ignores an event that does not have a higher number than those before it.
    number += 1
    passed.push({ ...event, number })
    wake()
  }
  const read = async () => {
    for await (const event of events)
      if (event.type === 'leg-left' && event.reason === 'played') onPlayed(() => pass(event))
      else pass(event)
    hasEnded = true
    wake()
  }
  void read()

  return {
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const event = passed.shift()
        if (event) yield event
        else if (hasEnded) return
        else await changed.promise
      }
    },
  }
}
