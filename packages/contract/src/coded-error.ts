/**
 * A failure that the caller is told about by code. Each API derives one class from it, which knows its table.
 * Anything else that is thrown is a bug and answers 500 without detail.
 */
export class CodedError<C extends string = string, D = unknown> extends Error {
  readonly code: C
  readonly status: number
  /** Undefined where the code has no details. */
  readonly details: D

  constructor(code: C, { status, message }: { status: number; message: string }, details: D) {
    super(message)
    this.code = code
    this.status = status
    this.details = details
  }
}

/** The details that a code takes as constructor argument: none, or one. */
export type DetailsArgument<D> = [D] extends [undefined] ? [] : [details: D]
