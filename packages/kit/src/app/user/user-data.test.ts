import { expect, test } from 'vitest'
import { adminHeaders, uniqueEmail } from '../../../../../apps/account-service/src/testing.ts'
import type { PermissionScope } from '../../index.ts'
import { openSignedInApp, setUpProject } from '../../testing/open-app.ts'

const service = setUpProject()

test('contact channels are created, changed, verified by e-mail and removed', async () => {
  const { user, email } = await openSignedInApp(service(), 'ada')
  const value = uniqueEmail('ada-work')

  const created = await user.createContactChannel({ value, type: 'email', usedForAuth: false })
  await created.sendVerificationEmail()
  const mail = await service().waitForEmail(value)
  await created.update({ usedForAuth: true })
  const channels = await user.listContactChannels()
  await created.delete()

  expect(mail.text).toContain('https://phone.example.com/handler/email-verification?code=')
  expect(channels).toMatchObject([
    { value: email, type: 'email', isPrimary: true, isVerified: false, usedForAuth: true },
    { id: created.id, value, isPrimary: false, isVerified: false, usedForAuth: true },
  ])
  expect((await user.listContactChannels()).map((channel) => channel.value)).toEqual([email])
})

test('an address of another user is rejected with its code', async () => {
  const { email } = await openSignedInApp(service(), 'ada')
  const { user } = await openSignedInApp(service(), 'grace')

  await expect(
    user.createContactChannel({ value: email, type: 'email', usedForAuth: true }),
  ).rejects.toMatchObject({ errorCode: 'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE' })
})

test('a user turns off the notifications that can be disabled', async () => {
  const { user } = await openSignedInApp(service(), 'ada')

  const before = await user.listNotificationCategories()
  await before.find(({ canDisable }) => canDisable)?.setEnabled(false)

  const describe = (categories: typeof before) =>
    categories.map(({ name, enabled, canDisable }) => [name, enabled, canDisable])
  expect(describe(before)).toEqual([
    ['Transactional', true, false],
    ['Marketing', true, true],
  ])
  expect(describe(await user.listNotificationCategories())).toEqual([
    ['Transactional', true, false],
    ['Marketing', false, true],
  ])
})

test('the value of an API key is shown once, and a key can be renamed and revoked', async () => {
  const { user } = await openSignedInApp(service(), 'ada')

  const key = await user.createApiKey({ description: 'Reports', expiresAt: null })
  const expired = await user.createApiKey({ description: 'Old', expiresAt: new Date(1) })
  await key.update({ description: 'Monthly reports' })
  const listed = await user.listApiKeys()
  await key.revoke()
  const revoked = (await user.listApiKeys()).find(({ id }) => id === key.id)

  expect(key).toMatchObject({ type: 'user', userId: user.id, expiresAt: undefined, manuallyRevokedAt: null })
  expect(listed.map(({ description, value }) => [description, value])).toEqual([
    ['Old', { lastFour: expired.value.slice(-4) }],
    ['Monthly reports', { lastFour: key.value.slice(-4) }],
  ])
  expect([key.isValid(), key.whyInvalid()]).toEqual([true, null])
  expect([expired.isValid(), expired.whyInvalid()]).toEqual([false, 'expired'])
  expect(revoked?.whyInvalid()).toBe('manually-revoked')
  expect(revoked?.manuallyRevokedAt).toBeInstanceOf(Date)
})

test('sessions have their address, and all but the current one can be revoked', async () => {
  const { app, user, email } = await openSignedInApp(service(), 'ada')
  const { user: onPhone } = await openSignedInApp(service(), 'grace')
  await app.signInWithCredential({ email, password: 'correct horse battery', noRedirect: true })

  const sessions = await user.getActiveSessions()
  const [current, other] = sessions
  await user.revokeSession(String(other?.id))

  expect(sessions).toMatchObject([
    { userId: user.id, isCurrentSession: true, isImpersonation: false },
    { userId: user.id, isCurrentSession: false },
  ])
  expect(current?.createdAt).toBeInstanceOf(Date)
  expect(current?.geoInfo?.ip ?? '127.0.0.1').toBe('127.0.0.1')
  expect((await user.getActiveSessions()).map(({ id }) => id)).toEqual([current?.id])
  await expect(user.revokeSession(String(current?.id))).rejects.toMatchObject({
    code: 'CANNOT_DELETE_CURRENT_SESSION',
  })
  expect(await onPhone.getActiveSessions()).toHaveLength(1)
})

test('permissions of the project need no team', async () => {
  const { user } = await openSignedInApp(service(), 'ada')
  await service().post(
    '/project-permission-definitions',
    { id: 'export_reports', contained_permission_ids: [] },
    await adminHeaders(service()),
  )
  await service().post(`/project-permissions/${user.id}/export_reports`, {}, service().serverHeaders)

  expect(await user.listPermissions()).toEqual([{ id: 'export_reports' }])
  expect(await user.hasPermission('export_reports')).toBe(true)
  expect(await user.getPermission('missing')).toBeNull()
})

test('contained permissions of a team are left out on request', async () => {
  const { user } = await openSignedInApp(service(), 'ada')
  const team = await user.createTeam({ displayName: 'Kestrel Freight' })

  const find = async (options?: PermissionScope) =>
    (await user.getPermission(team, '$update_team', options))?.id ?? null

  expect(await find()).toBe('$update_team')
  expect(await find({ recursive: false })).toBeNull()
  expect(await find({ direct: true })).toBeNull()
  expect(await user.listPermissions(team, { recursive: false })).toContainEqual({ id: 'team_admin' })
})

test('the session provides its tokens and the user as JSON', async () => {
  const { user } = await openSignedInApp(service(), 'ada')

  expect(await user.currentSession.getTokens()).toEqual(await user.getAuthJson())
  expect(user.toClientJson()).toMatchObject({ id: user.id, primary_email: user.primaryEmail })
  expect(user.oauthProviders).toEqual([])
})

test('methods for components need the React package', async () => {
  const { user } = await openSignedInApp(service(), 'ada')

  expect(() => user.useContactChannels()).toThrow('@parley/kit-react')
})
