/** Permanent rendering error caused by the source; the message is for its author. */
export class RenderingFailed extends Error {
  override readonly name = 'RenderingFailed'
}

/** Temporary failure: the queue is full or the sandbox crashed. A retry may succeed. */
export class RenderingInterrupted extends RenderingFailed {}

/** A render that was stopped because it did not end in time. */
export class RenderingTookTooLong extends RenderingInterrupted {}
