import { required } from '@parley/primitives'
import type { CurrentInternalUser } from '@stackframe/react'
import { expect, test } from 'vitest'
import { uniqueEmail } from '../apps/account-service/src/testing.ts'
import { ownerAppSettings, withEveryClient } from './fixture/fixture.ts'
import { signUp } from './fixture/users.ts'

withEveryClient((fixture) => {
  test('14.16: an owner creates a project and keys, configures it, and administers it with their own session', async () => {
    await using hedy = await fixture().openDevice(ownerAppSettings(fixture()))
    await signUp(hedy, uniqueEmail('hedy'))
    const from = fixture().proxy.exchanges.length

    const seen = await hedy.use(async (app) => {
      const user = (await app.getUser({ or: 'throw' })) as unknown as CurrentInternalUser
      const created = await user.createProject({ displayName: 'Looms', config: { signUpEnabled: true } })
      const tool = created.app
      const keys = await tool.createInternalApiKey({
        description: 'First',
        expiresAt: new Date(Date.now() + 3_600_000),
        hasPublishableClientKey: true,
        hasSecretServerKey: true,
        hasSuperSecretAdminKey: true,
      })
      await created.update({
        displayName: 'Power looms',
        config: {
          magicLinkEnabled: true,
          domains: [{ domain: 'https://looms.example.com', handlerPath: '/handler' }],
          oauthProviders: [{ id: 'github', type: 'standard', clientId: 'an id', clientSecret: 'a secret' }],
          oauthAccountMergeStrategy: 'raise_error',
        },
      })
      const person = await tool.createUser({ displayName: 'Ada' })
      const users = await tool.listUsers()
      await tool.createTeamPermissionDefinition({ id: 'weave', containedPermissionIds: [] })
      const listed = await tool.listInternalApiKeys()
      const project = await tool.getProject()
      return {
        id: created.id,
        keys: [keys.publishableClientKey, keys.secretServerKey, keys.superSecretAdminKey],
        listed: listed.map(({ description, secretServerKey }) => ({ description, secretServerKey })),
        project: { displayName: project.displayName, config: project.config },
        users: users.map(({ id }) => id === person.id),
        definitions: (await tool.listTeamPermissionDefinitions()).map(({ id }) => id),
        owned: (await user.listOwnedProjects()).map(({ id }) => id),
      }
    })

    expect(seen.keys).toEqual([
      expect.stringMatching(/^pck_/),
      expect.stringMatching(/^ssk_/),
      expect.stringMatching(/^sak_/),
    ])
    expect(seen.listed).toEqual([
      {
        description: 'First',
        secretServerKey: { lastFour: required(seen.keys[1], 'the secret server key').slice(-4) },
      },
    ])
    expect(seen.project).toMatchObject({
      displayName: 'Power looms',
      config: {
        magicLinkEnabled: true,
        domains: [{ domain: 'https://looms.example.com', handlerPath: '/handler' }],
        oauthProviders: [{ id: 'github', type: 'standard', clientId: 'an id', clientSecret: 'a secret' }],
        oauthAccountMergeStrategy: 'raise_error',
      },
    })
    expect(seen.users).toEqual([true])
    expect(seen.definitions).toContain('weave')
    expect(seen.owned).toEqual([seen.id])
    const calls = fixture().proxy.exchanges.slice(from)
    const withSession = calls.filter(({ headers }) => headers['x-stack-admin-access-token'])
    expect(withSession.length).toBeGreaterThan(5)
    expect(withSession.map(({ headers }) => headers['x-stack-super-secret-admin-key'] ?? '')).toEqual(
      withSession.map(() => ''),
    )
  })

  test('14.16: an owner continues after an access token expires, revokes keys and deletes the project', async () => {
    await using hedy = await fixture().openDevice(ownerAppSettings(fixture()))
    await signUp(hedy, uniqueEmail('hedy'))
    const created = await hedy.use(async (app, _given, required) => {
      const user = (await app.getUser({ or: 'throw' })) as unknown as CurrentInternalUser
      const project = await user.createProject({ displayName: 'Looms' })
      const key = await project.app.createInternalApiKey({
        description: 'First',
        expiresAt: new Date(Date.now() + 3_600_000),
        hasPublishableClientKey: true,
        hasSecretServerKey: true,
        hasSuperSecretAdminKey: false,
      })
      return { id: project.id, secretServerKey: required(key.secretServerKey, 'the secret server key') }
    })
    const asServer = {
      'x-stack-project-id': created.id,
      'x-stack-access-type': 'server',
      'x-stack-secret-server-key': created.secretServerKey,
    }
    expect((await fixture().service.get('/users', asServer)).status).toBe(200)

    fixture().service.advance(11 * 60_000)
    const left = await hedy.use(async (app, id, required) => {
      const user = (await app.getUser({ or: 'throw' })) as unknown as CurrentInternalUser
      const project = required(
        (await user.listOwnedProjects()).find((each) => each.id === id),
        'the project',
      )
      const [key] = await project.app.listInternalApiKeys()
      await required(key, 'the key').revoke()
      const [after] = await project.app.listInternalApiKeys()
      const invalidReason = required(after, 'the revoked key').whyInvalid()
      await project.delete()
      return { why: invalidReason, owned: (await user.listOwnedProjects()).length }
    }, created.id)

    expect(left).toEqual({ why: 'manually-revoked', owned: 0 })
    expect((await fixture().service.get('/users', asServer)).status).toBe(400)
  })
})
