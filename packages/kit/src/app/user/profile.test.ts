import { expect, test } from 'vitest'
import { openSignedInApp, password, setUpProject } from '../../testing/open-app.ts'

const service = setUpProject()

const onePixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('the profile picture and the metadata are stored', async () => {
  const { app, user } = await openSignedInApp(service(), 'ada')

  await user.update({ profileImageUrl: onePixel })
  await user.setClientMetadata({ theme: 'dark' })

  const stored = await app.getUser({ or: 'throw' })
  expect(stored.profileImageUrl).toMatch(/^http/)
  expect(stored.clientMetadata).toEqual({ theme: 'dark' })
  await stored.update({ profileImageUrl: null })
  expect((await app.getUser({ or: 'throw' })).profileImageUrl).toBeNull()
})

test('a second factor is set with its key and removed with null', async () => {
  const { app, user } = await openSignedInApp(service(), 'linus')

  await user.update({ totpMultiFactorSecret: crypto.getRandomValues(new Uint8Array(20)) })
  const withFactor = await app.getUser({ or: 'throw' })
  const codes = await withFactor.createRecoveryCodes()
  const remaining = await withFactor.countRecoveryCodes()
  await withFactor.update({ totpMultiFactorSecret: null })

  expect(withFactor.isMultiFactorRequired).toBe(true)
  expect([codes.length, remaining]).toEqual([10, 10])
  expect((await app.getUser({ or: 'throw' })).isMultiFactorRequired).toBe(false)
})

test('a rejected change of the password returns its error, an accepted one nothing', async () => {
  const { user } = await openSignedInApp(service(), 'ada')

  expect(
    await user.updatePassword({ oldPassword: 'wrong password', newPassword: 'analytical engine' }),
  ).toMatchObject({ errorCode: 'PASSWORD_CONFIRMATION_MISMATCH', message: 'Passwords do not match.' })
  expect(
    await user.updatePassword({ oldPassword: password, newPassword: 'analytical engine' }),
  ).toBeUndefined()
})
