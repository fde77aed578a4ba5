/** Events for any number of readers. */
export interface EventStream<E> extends AsyncIterable<E> {
  /** Tells every reader. After `end` nothing is told. */
  emit(event: E): void
  /** Ends every reader once it has read what was told. Twice is once. */
  end(): void
}

export interface EventStreamOptions<E> {
  /** False for what only matters at its moment: it is not kept for a first reader who comes later. */
  readonly isWorthKeeping?: (event: E) => boolean
}

/**
 * What is told before the first reader begins is kept for it; a further reader hears what is told after it began.
 * A reader that stops reading costs the memory of what it has not read, until it returns.
 */
export function createEventStream<E>(options: EventStreamOptions<E> = {}): EventStream<E> {
  const { isWorthKeeping = () => true } = options
  const readers = new Set<Reader<E>>()
  let early: E[] | null = []
  let isEnded = false

  return {
    emit(event) {
      if (isEnded) return
      if (isWorthKeeping(event)) early?.push(event)
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
