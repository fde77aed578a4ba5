import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { App } from './fixture.ts'

/**
 * Returns a function that sends requests to the accounts API of the phone's project: without a user, with an
 * access token, or as `admin`.
 */
export async function createProjectClient(app: App) {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [new URL('../apps/parley/src/command-line.ts', import.meta.url).pathname, 'keys', 'phone'],
    { env: { ...process.env, PARLEY_DATA: app.dataDirectory } },
  )
  const keys = JSON.parse(stdout)
  const { projectId } = await (await fetch(`${app.phoneUrl}/api/v1/client-config`)).json()

  // biome-ignore lint/suspicious/noExplicitAny: a test reads the fields that it expects, and fails where they are missing.
  return async (method: string, path: string, body?: object, as?: string): Promise<any> => {
    const isAdmin = as === 'admin'
    const response = await fetch(`${app.accountsUrl}/api/v1${path}`, {
      method,
      headers: {
        'x-stack-project-id': projectId,
        'x-stack-access-type': isAdmin ? 'admin' : 'client',
        'x-stack-publishable-client-key': keys.publishableClientKey,
        ...(isAdmin ? { 'x-stack-super-secret-admin-key': keys.superSecretAdminKey } : {}),
        ...(as && !isAdmin ? { 'x-stack-access-token': as } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!response.ok)
      throw new Error(`${method} ${path} returned ${response.status}: ${await response.text()}`)
    return await response.json()
  }
}
