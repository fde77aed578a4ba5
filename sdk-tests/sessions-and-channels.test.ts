import { required } from '@parley/primitives'
import { expect, test } from 'vitest'
import { codeFromEmail, uniqueEmail } from '../apps/account-service/src/testing.ts'
import type { Device } from './fixture/device.ts'
import { withEveryClient } from './fixture/fixture.ts'
import { currentUserId, signIn, signUp } from './fixture/users.ts'

const sessionsOn = (device: Device) =>
  device.use(async (app) => {
    const user = await app.getUser({ or: 'throw' })
    const sessions = await user.getActiveSessions()
    return sessions.map(({ id, isCurrentSession, isImpersonation }) => ({
      id,
      isCurrentSession,
      isImpersonation,
    }))
  })

const channelsOn = (device: Device) =>
  device.use(async (app) => {
    const user = await app.getUser({ or: 'throw' })
    const channels = await user.listContactChannels()
    return channels.map(({ id, value, isPrimary, isVerified, usedForAuth }) => ({
      id,
      value,
      isPrimary,
      isVerified,
      usedForAuth,
    }))
  })

const changeChannel = (
  device: Device,
  value: string,
  update: { usedForAuth?: boolean; isPrimary?: boolean },
) =>
  device.use(
    async (app, input, required) => {
      const user = await app.getUser({ or: 'throw' })
      const channels = await user.listContactChannels()
      await required(
        channels.find((each) => each.value === input.value),
        'the contact channel',
      ).update(input.update)
    },
    { value, update },
  )

withEveryClient((fixture) => {
  test('14.12: sessions are listed and revoked, except the current one', async () => {
    await using ada = await fixture().openDevice()
    await using telephone = await fixture().openDevice()
    const email = uniqueEmail('ada')
    const userId = await signUp(ada, email)
    await signIn(telephone, email)
    const revoke = (sessionId: string) =>
      ada.use(async (app, input) => {
        const user = await app.getUser({ or: 'throw' })
        await user.revokeSession(input)
      }, sessionId)

    const sessions = await sessionsOn(ada)
    expect(sessions).toHaveLength(2)
    const current = required(
      sessions.find(({ isCurrentSession }) => isCurrentSession),
      'the current session',
    )
    const other = required(
      sessions.find(({ isCurrentSession }) => !isCurrentSession),
      'the other session',
    )
    await expect(revoke(current.id)).rejects.toMatchObject({ errorCode: 'CANNOT_DELETE_CURRENT_SESSION' })
    await revoke(other.id)

    expect((await sessionsOn(ada)).map(({ id }) => id)).toEqual([current.id])
    expect(await currentUserId(ada)).toBe(userId)
    fixture().service.advance(11 * 60_000)
    expect(await currentUserId(telephone)).toBeNull()
  })

  test('14.12: an impersonation session works and is hidden from the user', async () => {
    await using ada = await fixture().openDevice()
    const userId = await signUp(ada, uniqueEmail('ada'))
    const user = await fixture().backEnd.getUser(userId)
    const session = await required(user, 'the user').createSession({
      isImpersonation: true,
      expiresInMillis: 60_000,
    })
    const tokens = await session.getTokens()

    const asAda = await fixture().service.get('/users/me', {
      ...fixture().project.asServer,
      'x-stack-access-token': required(tokens.accessToken, 'the access token'),
    })
    expect(asAda.body.id).toBe(userId)
    expect(await sessionsOn(ada)).toEqual([
      { id: expect.any(String), isCurrentSession: true, isImpersonation: false },
    ])
  })

  test('14.13: an e-mail address is added, verified, made primary and used to sign in', async () => {
    await using ada = await fixture().openDevice()
    const first = uniqueEmail('ada')
    const second = uniqueEmail('ada')
    const userId = await signUp(ada, first)
    await ada.use(async (app, value) => {
      const user = await app.getUser({ or: 'throw' })
      await user.createContactChannel({ type: 'email', value, usedForAuth: false })
    }, second)
    await ada.use(
      async (app, input, required) => {
        const user = await app.getUser({ or: 'throw' })
        const channels = await user.listContactChannels()
        const channel = required(
          channels.find((each) => each.value === input.value),
          'the contact channel',
        )
        await channel.sendVerificationEmail({ callbackUrl: input.callbackUrl })
      },
      { value: second, callbackUrl: `${ada.origin}/handler/email-verification` },
    )
    const code = codeFromEmail(await fixture().service.waitForEmail(second))
    expect(await ada.use((app, input) => app.verifyEmail(input), code)).toMatchObject({ status: 'ok' })

    await changeChannel(ada, second, { usedForAuth: true })
    await changeChannel(ada, second, { isPrimary: true })
    const channels = await channelsOn(ada)
    expect(channels).toMatchObject([
      { value: first, isPrimary: false, isVerified: false, usedForAuth: true },
      { value: second, isPrimary: true, isVerified: true, usedForAuth: true },
    ])
    await using telephone = await fixture().openDevice()
    expect(await signIn(telephone, second)).toBe('ok')
    expect(await currentUserId(telephone)).toBe(userId)

    await ada.use(async (app, value, required) => {
      const user = await app.getUser({ or: 'throw' })
      const all = await user.listContactChannels()
      await required(
        all.find((each) => each.value === value),
        'the contact channel',
      ).delete()
    }, first)
    expect((await channelsOn(ada)).map(({ value }) => value)).toEqual([second])
  })

  test('14.13: a sign-in address of another account is rejected', async () => {
    await using ada = await fixture().openDevice()
    await using grace = await fixture().openDevice()
    const taken = uniqueEmail('ada')
    await signUp(ada, taken)
    await signUp(grace, uniqueEmail('grace'))

    const add = grace.use(async (app, value) => {
      const user = await app.getUser({ or: 'throw' })
      await user.createContactChannel({ type: 'email', value, usedForAuth: true })
    }, taken)

    await expect(add).rejects.toMatchObject({
      errorCode: 'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE',
      details: { type: 'email', contact_channel_value: taken, would_work_if_email_was_verified: false },
    })
  })

  test('14.14: notification preferences are listed and changed', async () => {
    await using ada = await fixture().openDevice()
    await signUp(ada, uniqueEmail('ada'))
    const categories = () =>
      ada.use(async (app) => {
        const user = await app.getUser({ or: 'throw' })
        const all = await user.listNotificationCategories()
        return all.map(({ name, enabled, canDisable }) => ({ name, enabled, canDisable }))
      })

    expect(await categories()).toEqual([
      { name: 'Transactional', enabled: true, canDisable: false },
      { name: 'Marketing', enabled: true, canDisable: true },
    ])
    await ada.use(async (app, _given, required) => {
      const user = await app.getUser({ or: 'throw' })
      const all = await user.listNotificationCategories()
      await required(
        all.find(({ name }) => name === 'Marketing'),
        'the notification category',
      ).setEnabled(false)
    })
    expect((await categories())[1]).toEqual({ name: 'Marketing', enabled: false, canDisable: true })
  })
})
