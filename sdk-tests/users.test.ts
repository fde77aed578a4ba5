import { hash } from '@node-rs/bcrypt'
import { required } from '@parley/primitives'
import { expect, test } from 'vitest'
import { uniqueEmail } from '../apps/account-service/src/testing.ts'
import { withEveryClient } from './fixture/fixture.ts'
import { currentUserId, signIn, signUp } from './fixture/users.ts'
import { subscribeToWebhooks } from './fixture/webhooks.ts'

withEveryClient(
  (fixture) => {
    test('14.15: a back end pages, orders, searches and filters users', async () => {
      const { backEnd } = fixture()
      const word = required(uniqueEmail('page').split('@')[0], 'the local part')
      const ids: string[] = []
      for (const name of ['Ada', 'Grace', 'Linus', 'Hedy', 'Alan'])
        ids.push(
          (
            await backEnd.createUser({
              displayName: `${name} ${word}`,
              primaryEmail: `${name.toLowerCase()}-${word}@example.com`,
            })
          ).id,
        )

      const first = await backEnd.listUsers({ limit: 2, query: word, orderBy: 'signedUpAt' })
      expect(first.map(({ id }) => id)).toEqual(ids.slice(0, 2))
      expect(first.nextCursor).toBe(ids[2])
      const second = await backEnd.listUsers({
        limit: 2,
        query: word,
        orderBy: 'signedUpAt',
        cursor: required(first.nextCursor, 'the cursor'),
      })
      expect(second.map(({ id }) => id)).toEqual(ids.slice(2, 4))
      const last = await backEnd.listUsers({
        query: word,
        orderBy: 'signedUpAt',
        cursor: required(second.nextCursor, 'the cursor'),
      })
      expect([last.map(({ id }) => id), last.nextCursor]).toEqual([[ids[4]], null])
      const backwards = await backEnd.listUsers({ query: word, orderBy: 'signedUpAt', desc: true })
      expect(backwards.map(({ id }) => id)).toEqual(ids.toReversed())
      expect((await backEnd.listUsers({ query: `GRACE-${word}` })).map(({ id }) => id)).toEqual([ids[1]])
      expect((await backEnd.listUsers({ query: required(ids[3], 'a user id') })).map(({ id }) => id)).toEqual(
        [ids[3]],
      )

      const team = await backEnd.createTeam({ displayName: 'Engines' })
      await team.addUser(required(ids[0], 'a user id'))
      await team.addUser(required(ids[4], 'a user id'))
      expect((await team.listUsers()).map(({ id }) => id)).toEqual([ids[0], ids[4]])
      await team.removeUser(required(ids[0], 'a user id'))
      expect((await team.listUsers()).map(({ id }) => id)).toEqual([ids[4]])
    })

    test('14.15: users are created with a password or a hash, updated and deleted, with webhooks', async () => {
      const { backEnd, service, project } = fixture()
      await using hooks = await subscribeToWebhooks(fixture())
      await using ada = await fixture().openDevice()
      const email = uniqueEmail('ada')
      const created = await backEnd.createUser({
        primaryEmail: email,
        primaryEmailVerified: true,
        primaryEmailAuthEnabled: true,
        password: 'correct horse battery',
        displayName: 'Ada',
        serverMetadata: { engine: 2 },
      })
      expect(await signIn(ada, email)).toBe('ok')
      expect(await currentUserId(ada)).toBe(created.id)

      const graceEmail = uniqueEmail('grace')
      const imported = await service.post(
        '/users',
        {
          primary_email: graceEmail,
          primary_email_auth_enabled: true,
          password_hash: await hash('an old horse battery', { cost: 4 }),
        },
        project.asServer,
      )
      await using grace = await fixture().openDevice()
      expect(await signIn(grace, graceEmail, 'an old horse battery')).toBe('ok')
      expect(await currentUserId(grace)).toBe(imported.body.id)

      await created.update({ displayName: 'Ada Lovelace', clientReadOnlyMetadata: { plan: 'large' } })
      await created.setPrimaryEmail(uniqueEmail('countess'), { verified: true })
      expect(await ada.use(async (app) => (await app.getUser())?.clientReadOnlyMetadata)).toEqual({
        plan: 'large',
      })
      expect(required(await backEnd.getUser(created.id), 'the user').serverMetadata).toEqual({ engine: 2 })
      await required(await backEnd.getUser(created.id), 'the user').delete()
      expect(await backEnd.getUser(created.id)).toBeNull()
      expect(await currentUserId(ada)).toBeNull()
      expect(await hooks.about(created.id, 3)).toEqual(['user.created', 'user.deleted', 'user.updated'])
    })

    test('14.15: users delete themselves if the project allows it', async () => {
      await using ada = await fixture().openDevice()
      const userId = await signUp(ada, uniqueEmail('ada'))

      await ada.use(async (app) => (await app.getUser({ or: 'throw' })).delete())

      expect(await fixture().backEnd.getUser(userId)).toBeNull()
      expect(await currentUserId(ada)).toBeNull()
    })

    test('14.15: a rejected sign-in address returns its error code', async () => {
      const { backEnd } = fixture()
      const email = uniqueEmail('ada')
      const createUser = () =>
        backEnd.createUser({ primaryEmail: email, primaryEmailAuthEnabled: true, primaryEmailVerified: true })
      await createUser()

      await expect(createUser()).rejects.toMatchObject({ errorCode: 'USER_EMAIL_ALREADY_EXISTS' })
    })
  },
  { places: ['server'], service: () => ({ options: { outboundNetworks: ['127.0.0.0/8'] } }) },
)
