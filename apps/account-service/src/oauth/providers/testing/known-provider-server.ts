import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { required } from '@parley/primitives'

/** Scripted responses of a built-in provider, as in its documentation. */
export interface Script {
  /** Path of the authorization endpoint, etc.; the host is local. */
  readonly authorizationPath: string
  readonly tokenPath: string
  readonly credentialsIn: 'header' | 'body'
  readonly isWithoutPkce?: boolean
  /** Additional fields of the token response; they replace the defaults. */
  readonly tokenResponse?: (body: URLSearchParams) => Promise<object> | object
  /** Responses of the profile endpoints: status and body by path. */
  readonly responses: Readonly<Record<string, { readonly status?: number; readonly body: unknown }>>
  /** Required headers of profile requests. */
  readonly neededHeaders?: Readonly<Record<string, string>>
  /** Uses form_post with these fields beside code and state. */
  readonly formFields?: Readonly<Record<string, string>>
}

interface Given {
  readonly challenge: string | null
  readonly redirectUri: string | null
  readonly query: URLSearchParams
}

export type KnownProviderServer = Awaited<ReturnType<typeof startKnownProviderServer>>

/** A local server that simulates a provider with scripted responses and enforces the protocol. */
export async function startKnownProviderServer() {
  let script: Script | null = null
  const codes = new Map<string, Given>()
  const accessTokens = new Set<string>()
  /** Requests by path, latest last. */
  const requests: {
    path: string
    query: URLSearchParams
    body: URLSearchParams
    headers: IncomingMessage['headers']
  }[] = []

  function authorize(script: Script, { searchParams: query }: URL, response: ServerResponse): void {
    const code = randomUUID()
    codes.set(code, {
      challenge: query.get('code_challenge'),
      redirectUri: query.get('redirect_uri'),
      query,
    })
    const fields = { code, state: query.get('state') ?? '', ...script.formFields }
    const target = new URL(query.get('redirect_uri') ?? '')
    if (script.formFields) {
      const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
      const inputs = Object.entries(fields).map(
        ([name, value]) => `<input name="${name}" value="${escaped(value)}">`,
      )
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<form method="post" action="${target.href}">${inputs.join('')}</form>`)
      return
    }
    for (const [name, value] of Object.entries(fields)) target.searchParams.set(name, value)
    response.writeHead(302, { location: target.href }).end()
  }

  async function createTokenResponse(
    script: Script,
    request: IncomingMessage,
    body: URLSearchParams,
  ): Promise<[number, object]> {
    if (!isClient(script, request, body)) return [401, { error: 'invalid_client' }]
    if (body.get('grant_type') === 'authorization_code') {
      const issued = codes.get(body.get('code') ?? '')
      codes.delete(body.get('code') ?? '')
      const verifier = body.get('code_verifier')
      const challenge = verifier && createHash('sha256').update(verifier).digest('base64url')
      const isBound = script.isWithoutPkce
        ? !verifier && !issued?.challenge
        : challenge && challenge === issued?.challenge
      if (!issued || !isBound || issued.redirectUri !== body.get('redirect_uri'))
        return [400, { error: 'invalid_grant' }]
    }
    const access_token = randomUUID()
    accessTokens.add(access_token)
    const token = { access_token, token_type: 'bearer', expires_in: 3600 }
    return [200, { ...token, ...(await script.tokenResponse?.(body)) }]
  }

  function createResponse(script: Script, path: string, request: IncomingMessage): [number, unknown] {
    const token = request.headers.authorization?.replace(/^Bearer /, '') ?? ''
    const hasHeaders = Object.entries(script.neededHeaders ?? {}).every(
      ([name, value]) => request.headers[name] === value,
    )
    if (!accessTokens.has(token) || !hasHeaders) return [401, { error: 'invalid_token' }]
    const response = script.responses[path]
    return response ? [response.status ?? 200, response.body] : [404, {}]
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!script) throw new Error('No script is set.')
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const body = new URLSearchParams(await readText(request))
    requests.push({ path: url.pathname, query: url.searchParams, body, headers: request.headers })
    if (url.pathname === script.authorizationPath) return authorize(script, url, response)
    const [status, reply] =
      url.pathname === script.tokenPath
        ? await createTokenResponse(script, request, body)
        : url.pathname in (script.responses ?? {}) && !request.headers.authorization
          ? [
              required(script.responses[url.pathname], 'a response for this path').status ?? 200,
              required(script.responses[url.pathname], 'a response for this path').body,
            ]
          : createResponse(script, url.pathname, request)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    play: (next: Script) => {
      script = next
    },
    /** Revokes an access token. */
    revoke: (token: string) => accessTokens.delete(token),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export const knownClient = { client_id: 'notes at the provider', client_secret: 'a secret: of/both+sides' }

function isClient({ credentialsIn }: Script, { headers }: IncomingMessage, body: URLSearchParams): boolean {
  if (credentialsIn === 'body')
    return (
      body.get('client_id') === knownClient.client_id &&
      body.get('client_secret') === knownClient.client_secret
    )
  const [id = '', secret = ''] = Buffer.from((headers.authorization ?? '').replace('Basic ', ''), 'base64')
    .toString('utf8')
    .split(':')
    .map((part) => decodeURIComponent(part.replaceAll('+', ' ')))
  return id === knownClient.client_id && secret === knownClient.client_secret
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
