import { ReadableStream, type ReadableStreamDefaultController } from 'node:stream/web'
import type { CallEngine, Conference, NumberedConferenceEvent } from '@parley/call-engine'
import { override } from './override.ts'

/** Conferences of an engine into whose events a test can insert others. */
export function injectEvents() {
  const controllers = new Map<string, ReadableStreamDefaultController<NumberedConferenceEvent>>()
  const seen: NumberedConferenceEvent[] = []

  function withInjection(conference: Conference): Conference {
    const events = new ReadableStream<NumberedConferenceEvent>({
      start: (controller) => void controllers.set(conference.id, controller),
    })
    void forwardEvents(conference)
    return override(conference, { events })
  }

  async function forwardEvents({ id, events }: Conference): Promise<void> {
    for await (const event of events) {
      seen.push(event)
      controllers.get(id)?.enqueue(event)
    }
    controllers.get(id)?.close()
  }

  return {
    /** Returns an engine that behaves like `engine`, with the inserted events. */
    wrap: (engine: CallEngine): CallEngine => ({
      ...engine,
      openConference: async (options) => withInjection(await engine.openConference(options)),
    }),
    /** The events of the engine so far. */
    seen: seen as readonly NumberedConferenceEvent[],
    inject: (conferenceId: string, event: NumberedConferenceEvent) =>
      controllers.get(conferenceId)?.enqueue(event),
  }
}
