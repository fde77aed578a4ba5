import type { App } from './fixture.ts'

/**
 * Sends a request to the accounts API as a client of the phone's project; with an access token as its user.
 */
export type AccountsClient = (
  method: string,
  path: string,
  body?: object,
  accessToken?: string,
) => Promise<Response>

export async function createAccountsClient({ phoneUrl, accountsUrl }: App): Promise<AccountsClient> {
  const config = await (await fetch(`${phoneUrl}/api/v1/client-config`)).json()
  return (method, path, body, accessToken) =>
    fetch(`${accountsUrl}/api/v1${path}`, {
      method,
      headers: {
        'x-stack-project-id': config.projectId,
        'x-stack-access-type': 'client',
        'x-stack-publishable-client-key': config.publishableClientKey,
        ...(accessToken ? { 'x-stack-access-token': accessToken } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
}
