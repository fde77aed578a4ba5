import { outboundFetch } from '@parley/server'
import * as oauth from 'oauth4webapi'
import type { Services } from '../services.ts'
import type { ProviderFacts } from './facts.ts'
import type { Provider } from './find-provider.ts'
import { ProviderFailure } from './provider-failure.ts'

/** A provider whose endpoints are known. */
export interface OpenProvider extends Provider {
  readonly facts: ProviderFacts
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

const rememberedMs = 10 * 60_000
const mostRemembered = 1_000

/** All networks. For endpoints that only the operator can set. */
const everyNetwork = ['0.0.0.0/0', '::/0']

/** @returns a function that throws {@link ProviderError} `unusable` if discovery fails. */
export function createOpenProviders({ options, now }: Pick<Services, 'options' | 'now'>): OpenProviders {
  const remembered = new Map<string, { server: oauth.AuthorizationServer; until: number }>()
  const { outboundNetworks } = options

  async function discover(issuer: string): Promise<oauth.AuthorizationServer> {
    const known = remembered.get(issuer)
    if (known && known.until > now().getTime()) return known.server
    const server = await discoverIssuer(issuer, httpOptions(outboundNetworks, outboundNetworks.length > 0))
    if (remembered.size >= mostRemembered) remembered.clear()
    remembered.set(issuer, { server, until: now().getTime() + rememberedMs })
    return server
  }

  /** The same object each time, because the library caches the keys of the provider by it. */
  const named = new Map<string, oauth.AuthorizationServer>()
  function serverOf(id: string, facts: ProviderFacts): oauth.AuthorizationServer {
    const name = `${id} ${facts.tokenEndpoint}`
    const server = named.get(name) ?? {
      issuer: facts.issuer ?? new URL(facts.tokenEndpoint).origin,
      authorization_endpoint: facts.authorizationEndpoint,
      token_endpoint: facts.tokenEndpoint,
      ...(facts.jwksUri && { jwks_uri: facts.jwksUri }),
    }
    if (named.size >= mostRemembered) named.clear()
    named.set(name, server)
    return server
  }

  return async (provider) => {
    const { details, clientId, clientSecret } = provider
    const isIssuer = details.kind === 'issuer'
    const server = isIssuer ? await discover(details.issuer) : null
    const facts = isIssuer ? factsOfIssuer(server!) : standIn(details.facts, details.origin)
    const authenticate = facts.credentialsIn === 'header' ? oauth.ClientSecretBasic : oauth.ClientSecretPost
    return {
      ...provider,
      facts,
      server: server ?? serverOf(provider.id, facts),
      client: {
        client_id: clientId,
        // Applies the clock of the service to ID tokens too.
        [oauth.clockSkew]: Math.round((now().getTime() - Date.now()) / 1000),
      },
      authentication: authenticate(clientSecret),
      http: isIssuer
        ? httpOptions(outboundNetworks, outboundNetworks.length > 0)
        : httpOptions(everyNetwork, details.origin?.startsWith('http:') ?? false),
    }
  }
}

function httpOptions(allowedNetworks: readonly string[], allowsPlainHttp: boolean): HttpOptions {
  return {
    [oauth.customFetch]: (url, { method, headers, body, signal }) =>
      outboundFetch(
        url,
        { method, headers, body: body instanceof URLSearchParams ? body : null, signal },
        { allowedNetworks },
      ),
    [oauth.allowInsecureRequests]: allowsPlainHttp,
  }
}

async function discoverIssuer(issuer: string, http: HttpOptions): Promise<oauth.AuthorizationServer> {
  try {
    const response = await oauth.discoveryRequest(new URL(issuer), { ...http, algorithm: 'oidc' })
    const server = await oauth.processDiscoveryResponse(new URL(issuer), response)
    const isSecure = (url: string | undefined) =>
      url !== undefined &&
      URL.canParse(url) &&
      (url.startsWith('https://') || (http[oauth.allowInsecureRequests] && url.startsWith('http://')))
    if (
      isSecure(server.authorization_endpoint) &&
      isSecure(server.token_endpoint) &&
      isSecure(server.jwks_uri)
    )
      return server
  } catch (error) {
    throw new ProviderFailure('unusable', 'OpenID Connect discovery of the sign-in provider failed.', {
      cause: error,
    })
  }
  throw new ProviderFailure('unusable', 'The metadata of the sign-in provider is missing required endpoints.')
}

function factsOfIssuer(server: oauth.AuthorizationServer): ProviderFacts {
  const isOffline = server.scopes_supported?.includes('offline_access') ?? false
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  return {
    authorizationEndpoint: server.authorization_endpoint!,
    tokenEndpoint: server.token_endpoint!,
    issuer: server.issuer,
    jwksUri: server.jwks_uri,
    scopes: ['openid', 'profile', 'email', ...(isOffline ? ['offline_access'] : [])],
    credentialsIn: methods.includes('client_secret_basic') ? 'header' : 'body',
    profile: 'id-token',
  }
}

/** Returns the same paths at another origin. The issuer does not change. */
function standIn(facts: ProviderFacts, origin: string | null): ProviderFacts {
  if (origin === null) return facts
  const moved = (url: string) => {
    const { pathname, search } = new URL(url)
    return `${origin}${pathname}${search}`
  }
  const { profile } = facts
  return {
    ...facts,
    authorizationEndpoint: moved(facts.authorizationEndpoint),
    tokenEndpoint: moved(facts.tokenEndpoint),
    ...(facts.jwksUri && { jwksUri: moved(facts.jwksUri) }),
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
