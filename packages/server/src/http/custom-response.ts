import type { Readable } from 'node:stream'

interface CustomResponseParts<B> {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** JSON is reduced to the endpoint's schema. Text, bytes and streams are sent unchanged. */
  readonly body: B
}

/** A response with its own status, headers, text or stream. */
export class CustomResponse<B = unknown> {
  readonly status: number | null
  readonly headers: Readonly<Record<string, string>>
  readonly body: B

  constructor({ status, headers, body }: CustomResponseParts<B>) {
    this.status = status ?? null
    this.headers = headers ?? {}
    this.body = body
  }
}

/** A body that is not JSON and is sent unchanged. */
export type RawBody = string | Buffer | Readable
