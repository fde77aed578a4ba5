import type { Readable } from 'node:stream'

interface ReplyParts<B> {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** JSON is cut down to the endpoint's shape; text, bytes and streams go out as they are. */
  readonly body: B
}

/** An answer that needs more than a body: another status, headers, text, or a stream. */
export class Reply<B = unknown> {
  readonly status: number | null
  readonly headers: Readonly<Record<string, string>>
  readonly body: B

  constructor({ status, headers, body }: ReplyParts<B>) {
    this.status = status ?? null
    this.headers = headers ?? {}
    this.body = body
  }
}

/** What goes out without being cut down: it is not JSON. */
export type RawBody = string | Buffer | Readable
