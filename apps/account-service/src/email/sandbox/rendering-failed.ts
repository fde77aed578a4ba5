/**
 * A render without a result. The message is for the author of the source, which is wrong: a retry fails again, unless
 * it is a {@link RenderingInterrupted}.
 */
export class RenderingFailed extends Error {
  override readonly name: string = 'RenderingFailed'
}

/** The queue is full or paused, or the sandbox stopped: a retry may succeed. */
export class RenderingInterrupted extends RenderingFailed {
  override readonly name: string = 'RenderingInterrupted'
}

/** A render that was stopped because it did not end in time. */
export class RenderingTookTooLong extends RenderingInterrupted {
  override readonly name: string = 'RenderingTookTooLong'
}
