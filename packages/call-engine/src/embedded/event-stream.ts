/** An event stream with any number of readers. */
export interface EventStream<E> extends AsyncIterable<E> {
  /** Sends an event to every reader. Does nothing after `end`. */
  emit(event: E): void
  /** Ends every reader after the events it has not read yet. Idempotent. */
  end(): void
}

export interface EventStreamOptions<E> {
  /** Returns false for transient events, which are not buffered for the first reader. */
  readonly isBuffered?: (event: E) => boolean
}

/**
 * Creates an event stream. Events before the first reader are buffered for it; further readers receive events
 * from the time they start. Unread events use memory until the reader returns.
 */
export function createEventStream<E>(options: EventStreamOptions<E> = {}): EventStream<E> {
  const { isBuffered = () => true } = options
  const readers = new Set<Reader<E>>()
  let early: E[] | null = []
  let isEnded = false

  return {
    emit(event) {
      if (isEnded) return
      if (isBuffered(event)) early?.push(event)
      for (const reader of readers) reader.push(event)
    },
    end() {
      isEnded = true
      for (const reader of readers) reader.end()
    },
    [Symbol.asyncIterator]() {
      const reader = createReader<E>(early ?? [], () => readers.delete(reader))
      early = null
      readers.add(reader)
      if (isEnded) reader.end()
      return reader
    },
  }
}

interface Reader<E> extends AsyncIterator<E, undefined> {
  push(event: E): void
  end(): void
}

function createReader<E>(unread: E[], onReturn: () => void): Reader<E> {
  const waiting: ((result: IteratorResult<E, undefined>) => void)[] = []
  let isEnded = false

  const end = () => {
    isEnded = true
    for (const resolve of waiting.splice(0)) resolve({ done: true, value: undefined })
  }
  return {
    push(event) {
      const resolve = waiting.shift()
      if (resolve) resolve({ done: false, value: event })
      else unread.push(event)
    },
    end,
    next() {
      const event = unread.shift()
      if (event !== undefined) return Promise.resolve({ done: false, value: event })
      if (isEnded) return Promise.resolve({ done: true, value: undefined })
      return new Promise((resolve) => waiting.push(resolve))
    },
    return() {
      unread.length = 0
      end()
      onReturn()
      return Promise.resolve({ done: true, value: undefined })
    },
  }
}
