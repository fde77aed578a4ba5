import type { z } from 'zod'

/** The account service cannot be reached, or its response is invalid. */
export class AccountServiceUnavailableError extends Error {
  override readonly name = 'AccountServiceUnavailableError'
}

export interface AccountServiceConnection {
  /** Internal origin of the account service, without a trailing slash. */
  readonly url: string
  readonly projectId: string
  readonly secretServerKey: string
  readonly fetch?: typeof fetch
}

export interface LookupConnection extends AccountServiceConnection {
  readonly signal: AbortSignal
}

const notFoundErrors = ['USER_NOT_FOUND', 'TEAM_NOT_FOUND']

/**
 * Returns the parsed response, or null for an error in `absentErrors`, by default when the user or team does not exist. A
 * request with a body is a POST.
 */
export async function requestJson<S extends z.ZodType>(
  connection: LookupConnection,
  path: string,
  schema: S,
  body?: unknown,
  absentErrors: readonly string[] = notFoundErrors,
): Promise<z.output<S> | null> {
  let response: Response
  try {
    response = await (connection.fetch ?? globalThis.fetch)(`${connection.url}/api/v1${path}`, {
      headers: {
        'x-stack-access-type': 'server',
        'x-stack-project-id': connection.projectId,
        'x-stack-secret-server-key': connection.secretServerKey,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      redirect: 'error',
      signal: connection.signal,
    })
  } catch (cause) {
    throw new AccountServiceUnavailableError('The account service cannot be reached.', { cause })
  }
  if (absentErrors.includes(response.headers.get('x-stack-known-error') ?? '')) return null
  if (!response.ok)
    throw new AccountServiceUnavailableError(
      `The account service returned status ${response.status} for ${path}.`,
    )
  const parsed = schema.safeParse(await response.json().catch(() => null))
  if (!parsed.success)
    throw new AccountServiceUnavailableError('The account service returned an unexpected response.')
  return parsed.data
}
