import { type OutboundLimits, outboundFetch } from '../outbound/outbound-fetch.ts'
import { signatureHeaders } from './signature.ts'

/** From the name lookup to the last byte of the response. */
export const responseTimeoutMs = 15_000
const maxResponseBytes = 64 * 1024

interface EventRequest {
  readonly url: string
  /** The same for each attempt, so that receivers ignore an event that they already have. */
  readonly eventId: string
  readonly body: string
  readonly at: Date
  /** Each signs. */
  readonly secrets: readonly string[]
  /** Private networks in CIDR notation. */
  readonly allowedNetworks: readonly string[]
  /** As of `outboundFetch`. */
  readonly checkAddress?: NonNullable<OutboundLimits['checkAddress']>
}

/**
 * Sends a signed event to an endpoint of a user. Redirects are not followed.
 *
 * @throws {Error} as `outboundFetch` does.
 */
export async function postEvent({
  url,
  eventId,
  body,
  at,
  secrets,
  allowedNetworks,
  checkAddress,
}: EventRequest): Promise<Response> {
  return await outboundFetch(
    url,
    {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Parley-Webhooks/1',
        ...signatureHeaders({ id: eventId, body, at }, secrets),
      },
    },
    {
      timeoutMs: responseTimeoutMs,
      maxBytes: maxResponseBytes,
      allowedNetworks,
      ...(checkAddress ? { checkAddress } : {}),
    },
  )
}
