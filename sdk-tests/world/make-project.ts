import { addressOf, type Headers, type TestService } from '../../apps/account-service/src/testing.ts'

/** A project that is used through a public client. */
export interface Project {
  readonly id: string
  readonly publishableClientKey: string
  readonly secretServerKey: string
  readonly superSecretAdminKey: string
  /** Headers for server requests that the client does not support. */
  readonly asServer: Headers
  /** Headers for admin requests that the client does not support. */
  readonly asAdmin: Headers
}

/** Creates a project with keys, like a newly signed-up owner, with the default settings. */
export async function makeProject(service: TestService, config: object): Promise<Project> {
  const visitor = {
    'x-stack-project-id': 'internal',
    'x-stack-publishable-client-key': service.keys.internal.publishableClientKey,
  }
  const owner = await took(
    service.post(
      '/auth/password/sign-up',
      {
        email: addressOf('hedy'),
        password: 'correct horse battery',
        verification_callback_url: 'http://localhost/handler/email-verification',
      },
      visitor,
    ),
  )
  const asOwner = { ...visitor, 'x-stack-access-token': owner.access_token as string }
  const { id } = await took(service.post('/internal/projects', { display_name: 'Engines', config }, asOwner))
  const keys = await took(
    service.post(
      '/internal/api-keys',
      {
        description: 'Tests',
        expires_at_millis: Date.now() + 10 * 365 * 24 * 60 * 60_000,
        has_publishable_client_key: true,
        has_secret_server_key: true,
        has_super_secret_admin_key: true,
      },
      {
        'x-stack-project-id': id,
        'x-stack-access-type': 'admin',
        'x-stack-admin-access-token': owner.access_token,
      },
    ),
  )

  return {
    id,
    publishableClientKey: keys.publishable_client_key,
    secretServerKey: keys.secret_server_key,
    superSecretAdminKey: keys.super_secret_admin_key,
    asServer: {
      'x-stack-project-id': id,
      'x-stack-access-type': 'server',
      'x-stack-secret-server-key': keys.secret_server_key,
    },
    asAdmin: {
      'x-stack-project-id': id,
      'x-stack-access-type': 'admin',
      'x-stack-super-secret-admin-key': keys.super_secret_admin_key,
    },
  }
}

async function took(call: ReturnType<TestService['call']>) {
  const { status, body } = await call
  if (status > 201) throw new Error(`The project was not created: ${JSON.stringify(body)}`)
  return body
}
