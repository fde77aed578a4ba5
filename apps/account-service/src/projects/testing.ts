import { type TestService, uniqueEmail } from '../testing.ts'

/** Makes a new user of the project `internal` the owner of projects. The service needs `internalSignUp`. */
export async function giveToNewOwner(service: TestService, projectIds: readonly string[]): Promise<void> {
  const { status, body } = await service.post(
    '/auth/password/sign-up',
    {
      email: uniqueEmail('owner'),
      password: 'correct horse battery',
      verification_callback_url: 'http://accounts.example.com/handler/email-verification',
    },
    {
      'x-stack-project-id': 'internal',
      'x-stack-publishable-client-key': service.keys.internal.publishableClientKey,
    },
  )
  if (status !== 200) throw new Error(`Signing up an owner failed: ${JSON.stringify(body)}`)
  await service.server.pool.query('update accounts.users set server_metadata = $1 where id = $2', [
    JSON.stringify({ managedProjectIds: projectIds }),
    body.user_id,
  ])
}
