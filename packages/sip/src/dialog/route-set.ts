import type { SipMessage } from '../message/message.ts'

/** A call passes few proxies, and each of them adds two at most. */
const maxRoutes = 20
const maxRouteSetLength = 4_096

/** Returns whether the Record-Route fields of a message are few enough to be repeated in each request. */
export function hasUsableRouteSet({ headers }: SipMessage): boolean {
  const routes = headers.list('Record-Route')
  return routes.length <= maxRoutes && routes.join(', ').length <= maxRouteSetLength
}
