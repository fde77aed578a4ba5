/**
 * An error that is returned to the client with its code. Each API derives one class that knows its error
 * table. Anything else that is thrown is a bug and becomes a 500 response without details.
 */
export class ApiError<C extends string = string, D = unknown> extends Error {
  readonly code: C
  readonly status: number
  /** Undefined for codes without details. */
  readonly details: D

  constructor(code: C, { status, message }: { status: number; message: string }, details: D) {
    super(message)
    this.code = code
    this.status = status
    this.details = details
  }
}

/** The constructor arguments for the details of a code: none or one. */
export type DetailsArgument<D> = [D] extends [undefined] ? [] : [details: D]
