import { required } from '@parley/primitives'
import { expect, test } from 'vitest'
import { uniqueEmail } from '../apps/account-service/src/testing.ts'
import { withEveryServerClient } from './fixture/fixture.ts'
import { loadClient } from './fixture/open-device.ts'
import { password, signUp } from './fixture/users.ts'

/** Methods that the types of `@stackframe/react` 2.8.30, which all tests share, do not have. */
interface NewerProject {
  getConfig(): Promise<{ auth: { allowSignUp: boolean; otp: { allowSignIn: boolean } } }>
  updateConfig(keys: Record<string, unknown>): Promise<void>
  pushConfig(keys: object, options: { source: { type: 'unlinked' } }): Promise<void>
  getPushedConfigSource(): Promise<{ type: string }>
  resetConfigOverrideKeys(level: 'environment', keys: string[]): Promise<void>
  update(changes: { logoUrl: string | null }): Promise<void>
  readonly logoUrl: string | null
}

interface NewerUser {
  update(changes: { primaryEmail: string }): Promise<void>
  listTeamInvitations(): Promise<{ teamDisplayName: string; accept(): Promise<void> }[]>
  listConnectedAccounts(): Promise<unknown[]>
}

const logo =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** The calls that clients gained after 2.8.39, with a client for each of their shapes. */
withEveryServerClient(
  (fixture) => {
    const readProject = async () => (await fixture().admin.getProject()) as unknown as NewerProject

    test('reads, changes, pushes and resets the configuration', async () => {
      const project = await readProject()
      await project.updateConfig({ 'auth.otp.allowSignIn': false })
      const updated = await project.getConfig()
      await project.pushConfig({ auth: { otp: { allowSignIn: true } } }, { source: { type: 'unlinked' } })
      const source = await project.getPushedConfigSource()
      await project.resetConfigOverrideKeys('environment', ['auth.otp.allowSignIn'])

      expect(updated.auth).toMatchObject({ allowSignUp: true, otp: { allowSignIn: false } })
      expect(source).toEqual({ type: 'unlinked' })
      await expect(project.updateConfig({ 'payments.items': {} })).rejects.toThrow('payments')
    })

    test('sets the logo of the project', async () => {
      await (await readProject()).update({ logoUrl: logo })

      expect((await readProject()).logoUrl).toContain('/images/project-logos/')
      await (await readProject()).update({ logoUrl: null })
    })

    test('works without a publishable client key, and signs up without a verification e-mail', async () => {
      const { settings, client, service } = fixture()
      const { StackClientApp } = await loadClient(client)
      const { publishableClientKey: _, ...withoutKey } = settings
      const email = uniqueEmail('ada')
      const app = new StackClientApp({ ...withoutKey, tokenStore: 'memory', redirectMethod: 'none' })
      const form = { email, password, noRedirect: true, noVerificationCallback: true }

      expect(await app.signUpWithCredential(form)).toMatchObject({ status: 'ok' })
      expect((await app.getUser())?.primaryEmail).toBe(email)
      expect(service.mailbox.filter(({ to }) => to === email)).toEqual([])
    })

    test('changes the own primary e-mail, and lists connected accounts', async () => {
      await using ada = await fixture().openDevice()
      await signUp(ada, uniqueEmail('ada'))
      const next = uniqueEmail('next')

      const after = await ada.use(async (app, address) => {
        const user = (await app.getUser({ or: 'throw' })) as unknown as NewerUser
        await user.update({ primaryEmail: address })
        return { email: (await app.getUser())?.primaryEmail, accounts: await user.listConnectedAccounts() }
      }, next)

      expect(after).toEqual({ email: next, accounts: [] })
    })

    test('lists the own invitations and accepts one', async () => {
      const { backEnd } = fixture()
      await using grace = await fixture().openDevice()
      const email = uniqueEmail('grace')
      const userId = await signUp(grace, email)
      await required(await backEnd.getUser(userId), 'the user').update({ primaryEmailVerified: true })
      const team = await backEnd.createTeam({ displayName: 'Engines' })
      await team.inviteUser({ email, callbackUrl: 'http://localhost/handler/team-invitation' })

      const teams = await grace.use(async (app) => {
        const user = (await app.getUser({ or: 'throw' })) as unknown as NewerUser
        const [invitation, ...more] = await user.listTeamInvitations()
        await invitation?.accept()
        const listed = await (await app.getUser({ or: 'throw' })).listTeams()
        return [invitation?.teamDisplayName, more.length, ...listed.map(({ displayName }) => displayName)]
      })

      expect(teams).toEqual(['Engines', 0, 'Engines'])
    })
  },
  ['js 2.8.77', 'js 2.8.102', 'js 2.8.108', 'kit'],
)
