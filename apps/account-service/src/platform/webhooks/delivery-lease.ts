/** A delivery that this worker attempts now. */
export interface LeasedDelivery {
  readonly id: string
  /** The number of attempts, including this one. */
  readonly attempts: number
  /** The number of events that have joined this delivery. */
  readonly revision: number
  readonly endpointId: string
  readonly projectId: string
  readonly eventId: string
  readonly type: string
  readonly data: unknown
  readonly url: string
  readonly sealedSecret: string
  /** Null after the end of its overlap with the current secret. */
  readonly sealedPreviousSecret: string | null
}

/** One endpoint, or all others. */
export interface EndpointFilter {
  readonly operator: '=' | '!='
  readonly endpointId: string
}

export interface LeaseRequest {
  readonly now: Date
  /** Lease: other workers skip the delivery until then. */
  readonly leasedUntil: Date
  readonly limit: number
  readonly limitPerEndpoint: number
  readonly limitPerProject: number
  readonly endpoints: EndpointFilter
  /** Endpoints at their concurrency limit. */
  readonly busyEndpoints: readonly string[]
  /** Projects at their concurrency limit. */
  readonly busyProjects: readonly string[]
}
