import type { SipRequest } from '../message/message.ts'
import { allowedMethods, supportedExtensions } from './core.ts'

/** Fields of every INVITE and UPDATE of ours. */
export function offerHeaders(expiresSeconds: number, minimumSeconds: number): (readonly [string, string])[] {
  return [
    ['Allow', allowedMethods],
    ['Supported', supportedExtensions.join(', ')],
    ['Session-Expires', String(expiresSeconds)],
    ['Min-SE', String(minimumSeconds)],
  ]
}

export function withBody(request: SipRequest, contentType: string, text: string): SipRequest {
  request.headers.set('Content-Type', contentType)
  return { ...request, body: new TextEncoder().encode(text) }
}
