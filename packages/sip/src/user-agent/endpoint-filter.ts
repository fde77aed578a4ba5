import type { RemoteEndpoint } from '../transport/flow.ts'

/**
 * Returns whether a request may be sent to an endpoint. Called before each connection attempt, also for
 * endpoints from the DNS or from a Contact or Record-Route of the peer. A forbidden endpoint counts as
 * unreachable. Not called for responses, which are sent to the source of the request.
 */
export type EndpointFilter = (place: RemoteEndpoint) => boolean
