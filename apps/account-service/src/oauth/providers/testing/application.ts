import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { type Headers, type TestService, uniqueEmail } from '../../../testing.ts'
import { type Browser, createBrowser, type Visit } from './browser.ts'
import { asPerson, type Person, providerClient } from './openid-provider.ts'

const applicationHost = 'app.example.com'
export const callbackPage = `https://${applicationHost}/handler/oauth-callback`
export const errorPage = `https://${applicationHost}/handler/error`

/** A token response, as an application receives it. */
export interface TokenResult {
  readonly status: number
  readonly headers: globalThis.Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect the parsed response.
  readonly body: any
}

export type Application = Awaited<ReturnType<typeof createApplication>>

interface ProjectOptions {
  readonly config?: Readonly<Record<string, unknown>>
  readonly settings?: Readonly<Record<string, unknown>>
  /** OpenID Connect issuers by provider id of the project. */
  readonly issuers?: Readonly<Record<string, string>>
  /** Origin of the service; defaults to that of {@link startAccountService}. */
  readonly publicUrl?: string
}

/**
 * Creates a project with an application that signs users in as the SDK does: PKCE, state, and no custom
 * headers.
 */
export async function createApplication(service: TestService, options: ProjectOptions = {}) {
  const { projectId, admin, keys } = await createProject(service, options)
  const client = { client_id: projectId, client_secret: keys.publishable_client_key as string }
  const asClient: Headers = {
    'x-stack-project-id': projectId,
    'x-stack-access-type': 'client',
    'x-stack-publishable-client-key': client.client_secret,
  }

  const authorizeUrl = (provider: string, query: Readonly<Record<string, string | undefined>> = {}) => {
    const url = new URL(`http://accounts.example.com/api/v1/auth/oauth/authorize/${provider}`)
    const all = {
      ...client,
      redirect_uri: callbackPage,
      scope: 'legacy',
      state: 'outer state',
      grant_type: 'authorization_code',
      code_challenge: createChallenge(defaultVerifier),
      code_challenge_method: 'S256',
      response_type: 'code',
      error_redirect_url: errorPage,
      ...query,
    }
    for (const [name, value] of Object.entries(all))
      if (value !== undefined) url.searchParams.set(name, value)
    return url.href
  }

  /** Calls the token endpoint as an OAuth client does: a form, without custom headers. */
  async function token(fields: Readonly<Record<string, string>>): Promise<TokenResult> {
    const response = await fetch(`${service.origin}/api/v1/auth/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...client, ...fields }),
    })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }

  const redeem = (code: string, fields: Readonly<Record<string, string>> = {}) =>
    token({
      grant_type: 'authorization_code',
      code,
      redirect_uri: callbackPage,
      code_verifier: defaultVerifier,
      ...fields,
    })

  const createBrowserFor = (person: Person | null): Browser =>
    createBrowser({
      origins: { 'accounts.example.com': service.origin },
      applications: [applicationHost],
      headers: asPerson(person),
    })

  return {
    projectId,
    admin,
    client,
    asClient,
    serverHeaders: {
      'x-stack-project-id': projectId,
      'x-stack-access-type': 'server',
      'x-stack-secret-server-key': keys.secret_server_key as string,
    } as Headers,
    authorizeUrl,
    token,
    redeem,
    createBrowserFor,
    configure: (config: object) => service.patch('/internal/projects/current', { config }, admin),
    /**
     * Follows the flow through a provider back to the application; returns where it ended, without redeeming
     * the code.
     */
    async go(
      provider: string,
      person: Person | null,
      query: Readonly<Record<string, string | undefined>> = {},
    ): Promise<Visit> {
      return await createBrowserFor(person).visit(authorizeUrl(provider, query))
    },
    /** Signs a user in through a provider and returns the token response. */
    async signIn(
      provider: string,
      person: Person,
      query: Readonly<Record<string, string | undefined>> = {},
    ): Promise<TokenResult & { readonly headersOfUser: Headers }> {
      const { url, text } = await createBrowserFor(person).visit(authorizeUrl(provider, query))
      const code = url.searchParams.get('code')
      if (!code || url.host !== applicationHost) throw new Error(`There is no code at ${url.href}: ${text}`)
      const response = await redeem(code)
      return {
        ...response,
        headersOfUser: { ...asClient, 'x-stack-access-token': response.body.access_token },
      }
    },
    /** Signs a user up by password. */
    async signUp(email: string) {
      const response = await service.post(
        '/auth/password/sign-up',
        {
          email,
          password: 'correct horse battery',
          verification_callback_url: `https://${applicationHost}/handler/email-verification`,
        },
        asClient,
      )
      if (response.status !== 200) throw new Error(JSON.stringify(response.body))
      return {
        userId: response.body.user_id as string,
        token: response.body.access_token as string,
        headers: { ...asClient, 'x-stack-access-token': response.body.access_token } as Headers,
      }
    },
  }
}

/** At least 43 characters (RFC 7636, section 4.1). */
export const defaultVerifier = randomBytes(32).toString('base64url')

function createChallenge(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}

async function createProject(
  service: TestService,
  { config = {}, settings = {}, issuers = {}, publicUrl = 'http://accounts.example.com' }: ProjectOptions,
) {
  const application = {
    'x-stack-project-id': 'internal',
    'x-stack-publishable-client-key': service.keys.internal.publishableClientKey,
  }
  const owner = await service.post(
    '/auth/password/sign-up',
    {
      email: uniqueEmail('hedy'),
      password: 'correct horse battery',
      verification_callback_url: `${publicUrl}/handler/email-verification`,
    },
    application,
  )
  const ownerHeaders = { ...application, 'x-stack-access-token': owner.body.access_token }
  const created = await service.post(
    '/internal/projects',
    {
      display_name: `Notes ${randomUUID().slice(0, 8)}`,
      config: { domains: [{ domain: `https://${applicationHost}`, handler_path: '/handler' }], ...config },
    },
    ownerHeaders,
  )
  const projectId = created.body.id as string
  const admin: Headers = {
    'x-stack-project-id': projectId,
    'x-stack-access-type': 'admin',
    'x-stack-publishable-client-key': '',
    'x-stack-admin-access-token': owner.body.access_token,
  }
  const oidc_issuers = Object.entries(issuers).map(([id, issuer]) => ({ id, issuer, ...providerClient }))
  const changed = await service.patch('/internal/settings', { oidc_issuers, ...settings }, admin)
  const keys = await service.post(
    '/internal/api-keys',
    {
      description: 'of tests',
      expires_at_millis: Date.now() + 365 * 24 * 60 * 60_000,
      has_publishable_client_key: true,
      has_secret_server_key: true,
      has_super_secret_admin_key: false,
    },
    admin,
  )
  for (const { status, body } of [owner, created, changed, keys])
    if (status > 201) throw new Error(`Creating the project failed: ${JSON.stringify(body)}`)
  return { projectId, admin, keys: keys.body as Record<string, string> }
}
