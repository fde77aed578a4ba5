import type { ConferenceEvent, NumberedConferenceEvent } from '../../conference-event.ts'
import { createEventStream } from '../event-stream.ts'

/** Creates the event stream of a conference, which numbers the events. Measurements are not buffered. */
export function createNumberedEvents() {
  const stream = createEventStream<NumberedConferenceEvent>({
    isBuffered: ({ type }) => type !== 'levels' && type !== 'quality',
  })
  let number = 0
  return {
    emit(event: ConferenceEvent): void {
      number += 1
      stream.emit({ ...event, number })
    },
    end: stream.end,
    [Symbol.asyncIterator]: () => stream[Symbol.asyncIterator](),
  }
}
