export interface Keys {
  readonly projectId: string
  readonly publishableClientKey: string
  readonly secretServerKey: string
}

/** Sends a request to an API and returns the body of the response, whose shape the caller knows. */
// biome-ignore lint/suspicious/noExplicitAny: the callers read single fields of responses.
type Send = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) => Promise<any>

/** Returns a client of the account service with the rights of a server. */
export function createServerClient(accountsUrl: string, keys: Keys): Send {
  return createSend(accountsUrl, {
    'x-stack-access-type': 'server',
    'x-stack-project-id': keys.projectId,
    'x-stack-secret-server-key': keys.secretServerKey,
  })
}

interface SignInOptions {
  readonly accountsUrl: string
  readonly phoneUrl: string
  readonly keys: Omit<Keys, 'secretServerKey'>
}

/** Signs a user in and returns a client of the phone service. */
export async function signIn(options: SignInOptions, email: string, password: string): Promise<Send> {
  const accessToken = await requestAccessToken(options, email, password)
  return createSend(options.phoneUrl, { 'x-stack-access-token': accessToken })
}

/** Signs a user in and returns the access token. */
export async function requestAccessToken(
  { accountsUrl, keys }: Omit<SignInOptions, 'phoneUrl'>,
  email: string,
  password: string,
): Promise<string> {
  const send = createSend(accountsUrl, {
    'x-stack-access-type': 'client',
    'x-stack-project-id': keys.projectId,
    'x-stack-publishable-client-key': keys.publishableClientKey,
  })
  const { access_token } = await send('POST', '/auth/password/sign-in', { email, password })
  return access_token
}

function createSend(origin: string, headers: Readonly<Record<string, string>>): Send {
  return async (method, path, body) => {
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
    const response = await fetch(`${origin}/api/v1${path}`, {
      method,
      headers: { ...type, ...headers },
      body: body === undefined ? null : JSON.stringify(body),
    })
    if (!response.ok)
      throw new Error(`${method} ${path} returned ${response.status}: ${await response.text()}`)
    return await response.json()
  }
}
