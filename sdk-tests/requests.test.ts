import { expect, test } from 'vitest'
import { uniqueEmail } from '../apps/account-service/src/testing.ts'
import { withEveryServerClient } from './fixture/fixture.ts'
import { currentUserId, password, signIn, signOut, signUp } from './fixture/users.ts'

/**
 * Guarantee (OP8): every supported version works, also those for which only the nightly tests run the
 * checklist.
 */
withEveryServerClient((fixture) => {
  test('reads the project', async () => {
    await using visitor = await fixture().openDevice()

    expect(await visitor.use(async (app) => (await app.getProject()).id)).toBe(fixture().settings.projectId)
  })

  test('signs up and reads the user', async () => {
    await using ada = await fixture().openDevice()
    const email = uniqueEmail('ada')
    const userId = await signUp(ada, email)

    expect(await ada.use(async (app) => (await app.getUser())?.primaryEmail)).toBe(email)
    expect(await currentUserId(ada)).toBe(userId)
  })

  test('updates the user', async () => {
    await using ada = await fixture().openDevice()
    await signUp(ada, uniqueEmail('ada'))

    const name = await ada.use(async (app) => {
      await (await app.getUser({ or: 'throw' })).update({ displayName: 'Ada' })
      return (await app.getUser())?.displayName
    })
    expect(name).toBe('Ada')
  })

  test('signs out and in', async () => {
    await using ada = await fixture().openDevice()
    const email = uniqueEmail('ada')
    const userId = await signUp(ada, email)
    await signOut(ada)
    expect(await currentUserId(ada)).toBeNull()
    await signIn(ada, email)

    expect(await currentUserId(ada)).toBe(userId)
  })

  test('receives the error of a wrong password', async () => {
    await using ada = await fixture().openDevice()

    const result = await ada.use((app, input) => app.signInWithCredential({ ...input, noRedirect: true }), {
      email: uniqueEmail('ada'),
      password,
    })
    expect(result).toMatchObject({ status: 'error', error: { errorCode: 'EMAIL_PASSWORD_MISMATCH' } })
  })

  test('creates, reads and deletes a user with a server key', async () => {
    const { backEnd } = fixture()
    const created = await backEnd.createUser({ displayName: 'Grace' })

    expect((await backEnd.getUser(created.id))?.displayName).toBe('Grace')
    await created.delete()
    expect(await backEnd.getUser(created.id)).toBeNull()
  })

  test('lists users', async () => {
    const { backEnd } = fixture()
    const { id } = await backEnd.createUser({ displayName: 'Linus' })

    expect((await backEnd.listUsers()).map((user) => user.id)).toContain(id)
  })

  test('creates and lists teams', async () => {
    const { backEnd } = fixture()
    const { id } = await backEnd.createTeam({ displayName: 'Engines' })

    expect((await backEnd.listTeams()).map((team) => team.id)).toContain(id)
  })

  test('administers the project', async () => {
    const { admin } = fixture()
    const project = await admin.getProject()
    await project.update({ description: 'Of engines' })

    expect((await admin.getProject()).description).toBe('Of engines')
  })
})
