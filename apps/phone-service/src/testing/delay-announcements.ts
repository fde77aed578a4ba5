import type { CallEngine, Conference } from '@parley/call-engine'
import { waitUntil } from '@parley/primitives'
import { override } from './override.ts'

/** An announcement that has been played to its end, and whose end has not been reported to the service. */
interface PlayedAnnouncement {
  /** Reports the end of the announcement to the service. */
  end(): void
}

/**
 * Delays the end of announcements until the test allows it, so that it can examine what happens before.
 * Announcements are played as usual.
 */
export function delayAnnouncementEnds() {
  const played: PlayedAnnouncement[] = []

  const playAnnouncement = async (
    conference: Conference,
    ...args: Parameters<Conference['playAnnouncement']>
  ) => {
    await conference.playAnnouncement(...args)
    const { promise, resolve } = Promise.withResolvers<void>()
    played.push({ end: resolve })
    await promise
  }

  return {
    /** Returns an engine that behaves like `engine`, except for the ends of announcements. */
    wrap(engine: CallEngine): CallEngine {
      return {
        ...engine,
        async openConference(options) {
          const conference = await engine.openConference(options)
          return override(conference, {
            playAnnouncement: (...args) => playAnnouncement(conference, ...args),
          })
        },
      }
    },
    /** Resolves when the next announcement has been played to its end. */
    next: () => waitUntil('an announcement has been played', () => played.shift()),
  }
}
