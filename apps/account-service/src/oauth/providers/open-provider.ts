import { required } from '@parley/primitives'
import { outboundFetch } from '@parley/server'
import * as oauth from 'oauth4webapi'
import { z } from 'zod'
import type { Services } from '../../services.ts'
import type { Provider } from './find-provider.ts'
import { ProviderError } from './provider-error.ts'
import type { ProviderMetadata } from './provider-metadata.ts'

/** A provider whose endpoints are known. */
export interface OpenProvider extends Provider {
  readonly metadata: ProviderMetadata
  readonly server: oauth.AuthorizationServer
  readonly client: oauth.Client
  readonly authentication: oauth.ClientAuth
  /** HTTP options of all requests to the provider. */
  readonly http: HttpOptions
}

interface HttpOptions {
  readonly [oauth.customFetch]: (url: string, request: FetchRequest) => Promise<Response>
  readonly [oauth.allowInsecureRequests]: boolean
}

type FetchRequest = Pick<oauth.CustomFetchOptions<string, unknown>, 'method' | 'headers' | 'body' | 'signal'>

/** Resolves providers and caches the discovery documents of issuers. */
export type OpenProviders = (provider: Provider) => Promise<OpenProvider>

/** The dependencies of operations that use a provider: it resolves metadata and credentials. */
export interface ProviderService {
  readonly openProvider: OpenProviders
}

const discoveryCacheMs = 10 * 60_000
const failureCacheMs = 5_000
/** With their key sets, which an owner of projects chooses, some hundred kilobytes each. */
const maxCachedServers = 100

/** Several times as long as the key sets and tokens of known providers. Each is parsed in the event loop. */
const maxResponseBytes = 128 * 1024

/** All networks. For endpoints that only the operator can set. */
const allNetworks = ['0.0.0.0/0', '::/0']

/** @returns a function that throws {@link ProviderError} `unusable` if discovery fails. */
export function createOpenProviders({ options, now }: Pick<Services, 'options' | 'now'>): OpenProviders {
  const remembered = new Map<string, { server: Promise<oauth.AuthorizationServer>; until: number }>()
  const { outboundNetworks } = options

  /** One request at a time for each issuer, because every start of a sign-in needs it. */
  async function discover(issuer: string): Promise<oauth.AuthorizationServer> {
    const known = remembered.get(issuer)
    if (known && known.until > now().getTime()) return await known.server
    const server = requestDiscovery(issuer, httpOptions(outboundNetworks, outboundNetworks.length > 0))
    deleteOldestBeyond(remembered, maxCachedServers - 1)
    const entry = { server, until: now().getTime() + discoveryCacheMs }
    remembered.set(issuer, entry)
    server.catch(() => {
      entry.until = now().getTime() + failureCacheMs
    })
    return await server
  }

  /** The same object each time, because the library caches the keys of the provider by it. */
  const named = new Map<string, oauth.AuthorizationServer>()
  function getServer(id: string, metadata: ProviderMetadata): oauth.AuthorizationServer {
    const name = `${id} ${metadata.tokenEndpoint}`
    const server = named.get(name) ?? {
      issuer: metadata.issuer ?? new URL(metadata.tokenEndpoint).origin,
      authorization_endpoint: metadata.authorizationEndpoint,
      token_endpoint: metadata.tokenEndpoint,
      ...(metadata.jwksUri && { jwks_uri: metadata.jwksUri }),
    }
    deleteOldestBeyond(named, maxCachedServers - 1)
    named.set(name, server)
    return server
  }

  return async (provider) => {
    const { details, clientId, clientSecret } = provider
    const isIssuer = details.kind === 'issuer'
    const server = isIssuer ? await discover(details.issuer) : null
    const metadata = isIssuer
      ? toProviderMetadata(required(server, 'the metadata of the server'))
      : withOrigin(details.metadata, details.origin)
    const authenticate =
      metadata.credentialsIn === 'header' ? oauth.ClientSecretBasic : oauth.ClientSecretPost
    return {
      ...provider,
      metadata,
      server: server ?? getServer(provider.id, metadata),
      client: {
        client_id: clientId,
        // Applies the clock of the service to ID tokens too.
        [oauth.clockSkew]: Math.round((now().getTime() - Date.now()) / 1000),
      },
      authentication: authenticate(clientSecret),
      http: isIssuer
        ? httpOptions(outboundNetworks, outboundNetworks.length > 0)
        : httpOptions(allNetworks, details.origin?.startsWith('http:') ?? false),
    }
  }
}

/** Deletes the entries that were added first. */
function deleteOldestBeyond(entries: Map<string, unknown>, maxEntries: number): void {
  for (const key of entries.keys()) {
    if (entries.size <= maxEntries) return
    entries.delete(key)
  }
}

function httpOptions(allowedNetworks: readonly string[], allowsPlainHttp: boolean): HttpOptions {
  return {
    [oauth.customFetch]: (url, { method, headers, body, signal }) =>
      outboundFetch(
        url,
        { method, headers, body: body instanceof URLSearchParams ? body : null, signal },
        { allowedNetworks, maxBytes: maxResponseBytes },
      ),
    [oauth.allowInsecureRequests]: allowsPlainHttp,
  }
}

/** The members that are read, of which the library checks the issuer only. */
const discoveryDocument = z.object({
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  jwks_uri: z.string(),
  scopes_supported: z.array(z.string()).nullish(),
  token_endpoint_auth_methods_supported: z.array(z.string()).nullish(),
})

async function requestDiscovery(issuer: string, http: HttpOptions): Promise<oauth.AuthorizationServer> {
  try {
    const response = await oauth.discoveryRequest(new URL(issuer), { ...http, algorithm: 'oidc' })
    const server = await oauth.processDiscoveryResponse(new URL(issuer), response)
    const isSecure = (url: string) =>
      URL.canParse(url) &&
      (url.startsWith('https://') || (http[oauth.allowInsecureRequests] && url.startsWith('http://')))
    const { data } = discoveryDocument.safeParse(server)
    if (data && [data.authorization_endpoint, data.token_endpoint, data.jwks_uri].every(isSecure))
      return server
  } catch (error) {
    throw new ProviderError('unusable', 'OpenID Connect discovery of the sign-in provider failed.', {
      cause: error,
    })
  }
  throw new ProviderError(
    'unusable',
    'The metadata of the sign-in provider is invalid or misses required endpoints.',
  )
}

function toProviderMetadata(server: oauth.AuthorizationServer): ProviderMetadata {
  const isOffline = server.scopes_supported?.includes('offline_access') ?? false
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  return {
    authorizationEndpoint: required(server.authorization_endpoint, 'the authorization endpoint'),
    tokenEndpoint: required(server.token_endpoint, 'the token endpoint'),
    issuer: server.issuer,
    jwksUri: server.jwks_uri,
    scopes: ['openid', 'profile', 'email', ...(isOffline ? ['offline_access'] : [])],
    credentialsIn: methods.includes('client_secret_basic') ? 'header' : 'body',
    profile: 'id-token',
  }
}

/** Returns the same paths at another origin. The issuer does not change. */
function withOrigin(metadata: ProviderMetadata, origin: string | null): ProviderMetadata {
  if (origin === null) return metadata
  const moved = (url: string) => {
    const { pathname, search } = new URL(url)
    return `${origin}${pathname}${search}`
  }
  const { profile } = metadata
  return {
    ...metadata,
    authorizationEndpoint: moved(metadata.authorizationEndpoint),
    tokenEndpoint: moved(metadata.tokenEndpoint),
    ...(metadata.jwksUri && { jwksUri: moved(metadata.jwksUri) }),
    profile:
      profile === 'id-token'
        ? profile
        : {
            ...profile,
            requests: Object.fromEntries(
              Object.entries(profile.requests).map(([name, url]) => [name, moved(url)]),
            ),
          },
  }
}
