/** The result of probes after a failed connection, for the error report. */
export interface ConnectionDiagnostics {
  readonly method: string
  /** Without its query, which may contain a code. */
  readonly url: string
  readonly isOnline: boolean
  /** Whether `GET /health` of the same origin responds. */
  readonly health: ProbeOutcome
  /** Whether `GET /api/v1` responds. */
  readonly api: ProbeOutcome
}

export type ProbeOutcome =
  | { readonly kind: 'responded'; readonly status: number }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'not-tried' }

/** Short, because the user is waiting for the error message. */
const probeTimeoutMs = 3_000

/** Probes the service of a failed request. Nothing is sent while the browser is offline. */
export async function diagnose(
  request: { readonly method: string; readonly url: string },
  options: { readonly origin: string; readonly fetch: typeof globalThis.fetch; readonly isOnline: boolean },
): Promise<ConnectionDiagnostics> {
  const { origin, fetch, isOnline } = options
  const facts = { method: request.method, url: request.url.replace(/[?#].*$/, ''), isOnline }
  if (!isOnline) return { ...facts, health: { kind: 'not-tried' }, api: { kind: 'not-tried' } }

  const [health, api] = await Promise.all([
    probe(`${origin}/health`, fetch),
    probe(`${origin}/api/v1`, fetch),
  ])
  return { ...facts, health, api }
}

async function probe(url: string, fetch: typeof globalThis.fetch): Promise<ProbeOutcome> {
  try {
    const { status } = await fetch(url, { credentials: 'omit', signal: AbortSignal.timeout(probeTimeoutMs) })
    return { kind: 'responded', status }
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) }
  }
}
