import { createProjectWithKeys } from '@parley/account-service'
import { startTestApp } from '@parley/dev-env'
import { connectToDatabase } from '@parley/server'
import { expect, test } from 'vitest'

test.each([
  ['off', 'OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS'],
  // The token is allowed, but the user has no connected account.
  ['on', 'OAUTH_CONNECTION_NOT_CONNECTED_TO_USER'],
])(
  'with PARLEY_SHARED_PROVIDER_TOKENS=%s a project with shared credentials gets the error %s',
  async (given, errorCode) => {
    await using app = await startTestApp({
      settings: {
        PARLEY_GOOGLE_CLIENT_ID: 'parley',
        PARLEY_GOOGLE_CLIENT_SECRET: 'secret of the operator',
        PARLEY_SHARED_PROVIDER_TOKENS: given,
      },
    })
    await using server = await connectToDatabase({ kind: 'embedded', dataDirectory: app.dataDirectory })
    const keys = await createProjectWithKeys(server, { displayName: 'Notes' })
    const call = async (method: string, path: string, body: object) => {
      const response = await fetch(`${app.accountsUrl}/api/v1${path}`, {
        method,
        headers: {
          'content-type': 'application/json',
          'x-stack-access-type': 'admin',
          'x-stack-project-id': keys.projectId,
          'x-stack-super-secret-admin-key': keys.superSecretAdminKey,
        },
        body: JSON.stringify(body),
      })
      return { headers: response.headers, body: await response.json() }
    }
    const config = { oauth_providers: [{ id: 'google', type: 'shared' }] }
    await call('PATCH', '/internal/projects/current', { config })
    const ada = await call('POST', '/users', { primary_email: 'ada@example.com' })

    const tokenResponse = await call('POST', `/connected-accounts/${ada.body.id}/google/access-token`, {})

    expect(tokenResponse.headers.get('x-stack-known-error')).toBe(errorCode)
  },
)
