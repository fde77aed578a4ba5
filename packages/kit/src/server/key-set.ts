/** How long a key set is cached. */
const cacheDurationMs = 5 * 60_000

/**
 * Minimum time between two fetches, so that tokens with unknown key ids do not flood the account service with
 * requests.
 */
const minRefetchIntervalMs = 10_000

const requestTimeoutMs = 10_000

/** Thrown if the public keys of the account service cannot be fetched, so that no token can be verified. */
export class KeysUnavailableError extends Error {
  override readonly name = 'KeysUnavailableError'
}

interface KeySetOptions {
  readonly url: string
  readonly fetch: typeof fetch
  readonly now: () => number
}

/** Creates a cache of a project's public keys. Refetches them when they expire or a key id is unknown. */
export function createKeySet({ url, fetch, now }: KeySetOptions) {
  let keys = new Map<string, CryptoKey>()
  let loadedAtMs = Number.NEGATIVE_INFINITY
  let requestedAtMs = Number.NEGATIVE_INFINITY
  let loading: Promise<void> | null = null

  async function load(): Promise<void> {
    requestedAtMs = now()
    const response = await fetch(url, { signal: AbortSignal.timeout(requestTimeoutMs), redirect: 'error' })
    if (!response.ok) throw new Error(`The key set request returned status ${response.status}.`)
    keys = await importKeys(await response.json())
    loadedAtMs = now()
  }

  /** Concurrent callers share one request. */
  function loadOnce(): Promise<void> {
    loading ??= load().finally(() => {
      loading = null
    })
    return loading
  }

  return {
    /** @throws {KeysUnavailableError} if the keys cannot be fetched and the key is not cached. */
    async find(keyId: string): Promise<CryptoKey | null> {
      const known = keys.get(keyId)
      const isFresh = now() - loadedAtMs < cacheDurationMs
      const wasJustRequested = now() - requestedAtMs < minRefetchIntervalMs
      if (known && (isFresh || wasJustRequested)) return known
      if (isFresh && wasJustRequested) return null

      try {
        await loadOnce()
      } catch (cause) {
        if (known) return known
        throw new KeysUnavailableError(
          `The public keys of the account service cannot be fetched from ${url}.`,
          {
            cause,
          },
        )
      }
      return keys.get(keyId) ?? null
    },
  }
}

async function importKeys(document: unknown): Promise<Map<string, CryptoKey>> {
  const keys = new Map<string, CryptoKey>()
  for (const jwk of parseKeyList(document)) {
    if (jwk.kty !== 'EC' || jwk.crv !== 'P-256' || (jwk.alg ?? 'ES256') !== 'ES256' || !jwk.kid) continue
    const { kty, crv, x, y } = jwk
    const key = await crypto.subtle.importKey(
      'jwk',
      { kty, crv, x, y },
      { name: 'ECDSA', namedCurve: 'P-256' },
      true,
      ['verify'],
    )
    keys.set(jwk.kid, key)
  }
  return keys
}

function parseKeyList(document: unknown): (JsonWebKey & { kid?: string })[] {
  const keys = (document as { keys?: unknown } | null)?.keys
  if (!Array.isArray(keys)) throw new Error('The key set contains no list of keys.')
  return keys
}
