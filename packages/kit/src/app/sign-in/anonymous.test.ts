import { beforeAll, expect, test } from 'vitest'
import {
  configureProject,
  sdkProjectSettings,
  uniqueEmail,
} from '../../../../../apps/account-service/src/testing.ts'
import { openApp, password, setUpProject } from '../../testing/open-app.ts'

const service = setUpProject()

beforeAll(() =>
  configureProject(service(), { settings: { ...sdkProjectSettings, anonymous_sign_up_enabled: true } }),
)

test('an anonymous user who signs up with a password remains the same user', async () => {
  const { app, visited } = openApp(service())
  const anonymous = await app.getUser({ or: 'anonymous' })
  await anonymous.setClientMetadata({ drafts: 2 })
  const email = uniqueEmail('hedy')

  const result = await app.signUpWithCredential({ email, password, displayName: 'Hedy' })

  expect(result.status).toBe('ok')
  expect(visited).toEqual(['/'])
  expect(await app.getUser({ or: 'throw' })).toMatchObject({
    id: anonymous.id,
    isAnonymous: false,
    primaryEmail: email,
    displayName: 'Hedy',
    clientMetadata: { drafts: 2 },
  })
})

test('a rejected sign-up leaves the anonymous user signed in', async () => {
  const { app } = openApp(service())
  const anonymous = await app.getUser({ or: 'anonymous' })

  const result = await app.signUpWithCredential({ email: uniqueEmail('hedy'), password: 'short' })

  expect(result).toMatchObject({ status: 'error', error: { code: 'PASSWORD_TOO_SHORT' } })
  expect((await app.getUser({ or: 'anonymous-if-exists[deprecated]' }))?.id).toBe(anonymous.id)
  expect(await app.getUser()).toBeNull()
})
