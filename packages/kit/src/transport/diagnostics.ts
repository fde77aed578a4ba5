/** Diagnostics collected after a connection failure and attached to the error. */
export interface ConnectionDiagnostics {
  readonly method: string
  /** Without the query, which may contain a code. */
  readonly url: string
  readonly isOnline: boolean
  /** Result of `GET /health` on the same origin. */
  readonly health: ProbeResult
  /** Result of `GET /api/v1`. */
  readonly api: ProbeResult
}

export type ProbeResult =
  | { readonly kind: 'answered'; readonly status: number }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'not-tried' }

/** Short, because the user is waiting for the error. */
const probeTimeoutMs = 3_000

export async function diagnose(
  failed: { method: string; url: string },
  { origin, fetch, isOnline }: { origin: string; fetch: typeof globalThis.fetch; isOnline: boolean },
): Promise<ConnectionDiagnostics> {
  const { origin: failedOrigin, pathname } = new URL(failed.url)
  const about = { method: failed.method, url: failedOrigin + pathname, isOnline }
  if (!isOnline) return { ...about, health: { kind: 'not-tried' }, api: { kind: 'not-tried' } }

  const [health, api] = await Promise.all([
    probe(`${origin}/health`, fetch),
    probe(`${origin}/api/v1`, fetch),
  ])
  return { ...about, health, api }
}

async function probe(url: string, fetch: typeof globalThis.fetch): Promise<ProbeResult> {
  try {
    const { status } = await fetch(url, { credentials: 'omit', signal: AbortSignal.timeout(probeTimeoutMs) })
    return { kind: 'answered', status }
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) }
  }
}
