import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import { type Configuration, type JWK, Provider } from 'oidc-provider'

/** A user with an account at the provider; null denies consent. */
export interface Person {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: unknown
  readonly name?: string
  readonly picture?: string
}

/** Request header that identifies the user of the browser. */
const personHeader = 'x-person'

export const providerClient = { client_id: 'parley', client_secret: 'a secret that both of us know' }

export type OpenidProvider = Awaited<ReturnType<typeof startOpenidProvider>>

interface ProviderOptions {
  /** For built-in providers; those of issuers continue with a dot and the project id. */
  readonly redirectUris: readonly string[]
  readonly configuration?: Configuration
}

/** A real OpenID Connect provider on a loopback socket. Every user is signed in and consents, or denies. */
export async function startOpenidProvider({ redirectUris, configuration = {} }: ProviderOptions) {
  const users = new Map<string, Person>()
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const provider = new Provider(issuer, {
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' } as JWK] },
    ttl: {
      Interaction: 600,
      Grant: 600,
      Session: 600,
      AccessToken: 3600,
      RefreshToken: 3600,
      IdToken: 86_400,
    },
    clients: [
      {
        ...providerClient,
        redirect_uris: [...redirectUris],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    scopes: ['openid', 'offline_access', 'calendar'],
    findAccount: async (_context, id) => ({
      accountId: id,
      claims: async () => ({ ...users.get(id), sub: id }),
    }),
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    features: { devInteractions: { enabled: false }, revocation: { enabled: true } },
    cookies: { keys: ['a key of tests'] },
    pkce: { required: () => true },
    ...configuration,
  })

  provider.Client.prototype.redirectUriAllowed = (uri) =>
    redirectUris.some((known) => uri === known || uri.startsWith(`${known}.`))

  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const details = await provider.interactionDetails(request, response)
    const person = readPerson(request)
    if (person === null) {
      const result = { error: 'access_denied', error_description: 'No.' }
      return await provider.interactionFinished(request, response, result)
    }
    users.set(person.sub, person)
    const grant = new provider.Grant({
      accountId: person.sub,
      clientId: String(details.params.client_id),
    })
    grant.addOIDCScope(String(details.params.scope))
    const result = { login: { accountId: person.sub }, consent: { grantId: await grant.save() } }
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true })
  }

  const issued: { accountId: string; destroy(): Promise<void> }[] = []
  provider.on('access_token.saved', (token) => void issued.push(token))
  provider.on('refresh_token.saved', (token) => void issued.push(token))

  const handle = provider.callback()
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/'))
      interact(request, response).catch((error) => response.writeHead(500).end(String(error)))
    else handle(request, response)
  })

  return {
    issuer,
    host: new URL(issuer).host,
    provider,
    users,
    /** Returns all tokens of an account. */
    listTokens: (sub: string) => issued.filter(({ accountId }) => accountId === sub),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function readPerson({ headers }: IncomingMessage): Person | null {
  const cookie = new RegExp(`(?:^|; )${personHeader}=([^;]*)`).exec(headers.cookie ?? '')?.[1]
  const encoded = headers[personHeader] ?? cookie
  return JSON.parse(Buffer.from(String(encoded ?? 'bnVsbA=='), 'base64').toString('utf8')) as Person | null
}

/** Returns the request headers that identify this user. */
export function asPerson(person: Person | null): Record<string, string> {
  return { [personHeader]: Buffer.from(JSON.stringify(person)).toString('base64') }
}
