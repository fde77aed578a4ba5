import type { CallEngine } from '@parley/call-engine'
import { override } from './override.ts'

/** Returns an engine whose conferences close when `wait` has resolved. */
export function delayClose(engine: CallEngine, wait: () => Promise<void> | undefined): CallEngine {
  return {
    ...engine,
    async openConference(options) {
      const conference = await engine.openConference(options)
      const close = async () => {
        await wait()
        await conference.close()
      }
      return override(conference, { close })
    },
  }
}
