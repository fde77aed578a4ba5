import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'

/** Overrides of what a valid issuer returns. */
export interface IssuerOverrides {
  readonly metadata?: object
  readonly claims?: Readonly<Record<string, unknown>>
  /** Replaces the ID token. */
  readonly idToken?: (claims: Readonly<Record<string, unknown>>) => Promise<string>
  readonly keys?: readonly JWK[]
  readonly userInfo?: object
}

const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
const ownKey = { ...(await exportJWK(publicKey)), kid: 'own', alg: 'RS256', use: 'sig' }

/** An OpenID Connect issuer on loopback that follows the protocol except for its overrides. */
export async function startMaliciousIssuer(
  overrides: IssuerOverrides | ((issuer: string) => IssuerOverrides) = {},
) {
  let nonce = ''
  let requests = 0
  const server = createServer((request, response) => {
    requests += 1
    const url = new URL(request.url ?? '/', issuer)
    const json = (body: unknown) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (url.pathname === '/authorize') {
      nonce = url.searchParams.get('nonce') ?? ''
      const target = new URL(url.searchParams.get('redirect_uri') ?? '')
      target.searchParams.set('code', 'a code')
      target.searchParams.set('state', url.searchParams.get('state') ?? '')
      response.writeHead(302, { location: target.href }).end()
    } else if (url.pathname === '/.well-known/openid-configuration')
      json({ ...metadata(), ...settings.metadata })
    else if (url.pathname === '/jwks') json({ keys: settings.keys ?? [ownKey] })
    else if (url.pathname === '/userinfo') json(settings.userInfo ?? {})
    else
      idToken().then(
        (id_token) => json({ access_token: 'a token', token_type: 'bearer', ...(id_token && { id_token }) }),
        (error) => response.writeHead(500).end(String(error)),
      )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const settings = typeof overrides === 'function' ? overrides(issuer) : overrides

  function metadata() {
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      id_token_signing_alg_values_supported: ['RS256'],
    }
  }

  async function idToken(): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: issuer,
      sub: 'ada',
      aud: 'parley',
      nonce,
      iat: now,
      exp: now + 300,
      ...settings.claims,
    }
    return await (settings.idToken ?? ((honest) => signIdToken(honest, privateKey)))(claims)
  }

  return {
    issuer,
    countRequests: () => requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Signs an ID token with these claims; omits undefined ones. */
export async function signIdToken(
  claims: Readonly<Record<string, unknown>>,
  key: CryptoKey | Uint8Array,
  header: { readonly alg?: string; readonly kid?: string } = {},
): Promise<string> {
  return await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'own', ...header }).sign(key)
}
