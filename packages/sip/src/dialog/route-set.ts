import { parseNameAddress } from '../message/address.ts'
import type { SipMessage } from '../message/message.ts'
import { parseSipUri } from '../message/uri.ts'

/** A call passes few proxies, and each of them adds two at most. */
const maxRoutes = 20
const maxRouteSetLength = 4_096
/** Longer than the Contact of any proxy that stores its state there. */
const maxContactLength = 1_024

/**
 * Returns whether the Record-Route fields and the Contact of a message are short enough to be repeated in each
 * request of a dialog.
 */
export function hasUsableAddresses(message: SipMessage): boolean {
  const routes = message.headers.list('Record-Route')
  const hasFewRoutes = routes.length <= maxRoutes && routes.join(', ').length <= maxRouteSetLength
  return hasFewRoutes && (readContactUri(message) ?? '').length <= maxContactLength
}

/** Returns the URI of the Contact as target of the requests of a dialog; null when it is none, or too long. */
export function parseContact(message: SipMessage): string | null {
  const uri = readContactUri(message)
  return uri !== null && uri.length <= maxContactLength && parseSipUri(uri) ? uri : null
}

function readContactUri({ headers }: SipMessage): string | null {
  return parseNameAddress(headers.list('Contact')[0] ?? '')?.uri ?? null
}
