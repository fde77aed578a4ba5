import { startTestApp } from '@parley/dev-env'
import { expect, test } from 'vitest'

/** Guarantee (EN4): a restart of the service does not reset rate limits. */
test('exhausted sign-in attempts stay exhausted after the service is killed and restarted', async () => {
  // One tenth of 60 attempts in five minutes.
  await using app = await startTestApp({ settings: { PARLEY_RATE_LIMIT_FACTOR: '0.1' } })
  const project = await (await fetch(`${app.phoneUrl}/api/v1/client-config`)).json()
  const signIn = async (name: string) => {
    const { status } = await fetch(`${app.accountsUrl}/api/v1/auth/password/sign-in`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-stack-access-type': 'client',
        'x-stack-project-id': project.projectId,
        'x-stack-publishable-client-key': project.publishableClientKey,
      },
      body: JSON.stringify({ email: `${name}@example.com`, password: 'wrong password' }),
    })
    return status
  }

  const before = await Promise.all(['ada', 'grace', 'linus', 'hedy', 'ada.2', 'grace.2'].map(signIn))
  await app.kill()
  await app.start()

  expect(before).toEqual([400, 400, 400, 400, 400, 400])
  expect(await signIn('linus.2')).toBe(429)
})
