import type { SipHeaders } from './headers.ts'

/** RFC 3261, 7.1. */
export interface SipRequest {
  readonly kind: 'request'
  readonly method: string
  /** Request-URI as written. */
  readonly uri: string
  readonly headers: SipHeaders
  readonly body: Uint8Array
}

/** RFC 3261, 7.2. */
export interface SipResponse {
  readonly kind: 'response'
  /** 100 to 699. */
  readonly status: number
  readonly reason: string
  readonly headers: SipHeaders
  readonly body: Uint8Array
}

export type SipMessage = SipRequest | SipResponse

export const noBody = new Uint8Array(0)

export function bodyText(message: SipMessage): string {
  return new TextDecoder().decode(message.body)
}
