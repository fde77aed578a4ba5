import { required } from '@parley/primitives'
import { afterEach, expect, test, vi } from 'vitest'
import { uniqueEmail } from '../../../../apps/account-service/src/testing.ts'
import { StackAdminApp, type StackAdminAppOptions } from '../index.ts'
import { adminOptions, openSignedInApp, setUpProject } from '../testing/open-app.ts'

const service = setUpProject()

afterEach(() => vi.unstubAllEnvs())

async function openAdmin(changes: Partial<StackAdminAppOptions> = {}): Promise<StackAdminApp> {
  const { secretServerKey, ...options } = await adminOptions(service())
  return new StackAdminApp({ ...options, tokenStore: null, ...changes })
}

const thread = '5c7e1a52-3f0b-4c58-8a4e-0c2a4de3b6d1'

const operations: Record<string, (admin: StackAdminApp) => Promise<void>> = {
  async 'the project'(admin) {
    const project = await admin.getProject()
    const { allowLocalhost } = project.config
    const domains = [{ domain: 'https://notes.example.com', handlerPath: '/handler' }]
    await project.update({ displayName: 'Notes', config: { domains, createTeamOnSignUp: true } })
    const changed = await admin.getProject()
    expect(changed).toMatchObject({
      id: service().phoneProjectId,
      displayName: 'Notes',
      createdAt: expect.any(Date),
      isProductionMode: false,
      config: { domains, createTeamOnSignUp: true, allowLocalhost, emailConfig: { type: 'shared' } },
    })
    await project.update({ config: { domains: project.config.domains, createTeamOnSignUp: false } })
  },
  async 'providers and e-mail server of the project'(admin) {
    const project = await admin.getProject()
    const emailConfig = { type: 'standard', ...emailServer } as const
    const oauthProviders = [
      { id: 'github', type: 'shared' },
      { id: 'google', type: 'standard', clientId: 'notes', clientSecret: 'secret' },
    ] as const
    await project.update({ config: { emailConfig, oauthProviders } })
    const { config } = await admin.getProject()
    expect(config).toMatchObject({ emailConfig, oauthProviders })
    await project.update({ config: { emailConfig: { type: 'shared' }, oauthProviders: [] } })
  },
  async 'the configuration tree'(admin) {
    const project = await admin.getProject()
    await project.updateConfig({ 'auth.allowSignUp': false })
    expect(await project.getConfig()).toMatchObject({ auth: { allowSignUp: false } })
    await project.updateConfig({ 'auth.allowSignUp': true })
  },
  async 'production mode'(admin) {
    const errors = await (await admin.getProject()).getProductionModeErrors()
    expect(errors[0]?.message).toContain("turn off 'Allow localhost'")
  },
  async 'internal API keys'(admin) {
    const created = await admin.createInternalApiKey({
      description: 'Back end',
      expiresAt: new Date(Date.now() + 3_600_000),
      hasPublishableClientKey: true,
      hasSecretServerKey: true,
      hasSuperSecretAdminKey: false,
    })
    const find = async () =>
      required(
        (await admin.listInternalApiKeys()).find(({ id }) => id === created.id),
        'the key set',
      )
    expect(created).toMatchObject({
      publishableClientKey: expect.any(String),
      secretServerKey: expect.any(String),
      superSecretAdminKey: undefined,
    })
    expect(await find()).toMatchObject({
      secretServerKey: { lastFour: created.secretServerKey?.slice(-4) },
      superSecretAdminKey: null,
    })
    expect(created.isValid()).toBe(true)
    await created.revoke()
    expect((await find()).whyInvalid()).toBe('manually-revoked')
  },
  async 'team permissions'(admin) {
    const definition = { id: 'dispatch', description: 'Send vans', containedPermissionIds: ['$read_members'] }
    expect(await admin.createTeamPermissionDefinition(definition)).toEqual(definition)
    await admin.updateTeamPermissionDefinition('dispatch', { description: 'Send lorries' })
    expect(await admin.listTeamPermissionDefinitions()).toContainEqual({
      ...definition,
      description: 'Send lorries',
    })
    await admin.deleteTeamPermissionDefinition('dispatch')
    expect((await admin.listTeamPermissionDefinitions()).map(({ id }) => id)).not.toContain('dispatch')
  },
  async 'project permissions'(admin) {
    await admin.createProjectPermissionDefinition({ id: 'export', containedPermissionIds: [] })
    await admin.updateProjectPermissionDefinition('export', { description: 'Export all' })
    expect(await admin.listProjectPermissionDefinitions()).toEqual([
      { id: 'export', description: 'Export all', containedPermissionIds: [] },
    ])
    await admin.deleteProjectPermissionDefinition('export')
    expect(await admin.listProjectPermissionDefinitions()).toEqual([])
  },
  async 'e-mail themes'(admin) {
    const { id } = await admin.createEmailTheme('Plain')
    const { tsxSource } = await admin.getEmailTheme(id)
    await admin.updateEmailTheme(id, tsxSource)
    expect(await admin.listEmailThemes()).toContainEqual({ id, displayName: 'Plain' })
    await expect(admin.updateEmailTheme(id, 'no theme')).rejects.toMatchObject({
      code: 'EMAIL_RENDERING_ERROR',
    })
  },
  async 'e-mail templates'(admin) {
    const project = await admin.getProject()
    await project.update({ config: { emailConfig: { type: 'standard', ...emailServer } } })
    try {
      const { id } = await admin.createEmailTemplate('News')
      const templates = await admin.listEmailTemplates()
      const template = required(
        templates.find((each) => each.id === id),
        'the template',
      )
      const { renderedHtml } = await admin.updateEmailTemplate(id, template.tsxSource, false)
      expect(template).toMatchObject({ displayName: 'News', themeId: undefined })
      expect(renderedHtml).toContain('<')
      expect(await admin.getEmailPreview({ templateId: id, themeId: project.config.emailTheme })).toContain(
        '<',
      )
    } finally {
      await project.update({ config: { emailConfig: { type: 'shared' } } })
    }
  },
  async 'test e-mails'(admin) {
    expect(
      await admin.sendTestEmail({ recipientEmail: 'ada@example.com', emailConfig: emailServer }),
    ).toMatchObject({ status: 'error', error: { errorMessage: expect.any(String) } })
  },
  async 'invitations and sent e-mails'(admin) {
    const email = uniqueEmail('invited')
    await admin.sendSignInInvitationEmail(email, 'https://phone.example.com/handler/sign-in')
    await service().waitForEmail(email)
    await vi.waitFor(
      async () =>
        expect((await admin.listSentEmails())[0]).toMatchObject({
          recipient: email,
          to: [email],
          sentAt: expect.any(Date),
          error: undefined,
        }),
      { timeout: 15_000 },
    )
  },
  async 'chats about e-mails'(admin) {
    const messages = [{ role: 'user', content: 'Make it blue' }] as const
    const { content } = await admin.sendChatMessage(thread, 'email-theme', messages)
    await admin.saveChatMessage(thread, messages[0])
    expect(content[0]).toMatchObject({ type: 'text' })
    expect(await admin.listChatMessages(thread)).toEqual({ messages: [messages[0]] })
  },
  async 'the Svix token'(admin) {
    expect(await admin.getSvixToken()).toEqual(expect.any(String))
  },
  async 'all that back ends do'(admin) {
    const user = await admin.createUser({ displayName: 'Grace' })
    expect((await admin.getUser(user.id))?.displayName).toBe('Grace')
  },
}

const emailServer = {
  host: '127.0.0.1',
  port: 9,
  username: 'kestrel',
  password: 'secret',
  senderName: 'Kestrel Freight',
  senderEmail: 'mail@example.com',
}

test.each(Object.entries(operations))('an owner configures %s', async (_, run) => {
  await run(await openAdmin())
})

test('an owner without keys uses the session of a user who owns the project', async () => {
  const { publishableClientKey } = service().keys.internal
  const internal = { projectId: 'internal', publishableClientKey, address: 'http://accounts.example.com' }
  const { user } = await openSignedInApp(service(), 'hedy', internal)
  const created = await service().post(
    '/internal/projects',
    { display_name: 'Notes' },
    {
      'x-stack-project-id': internal.projectId,
      'x-stack-publishable-client-key': publishableClientKey,
      'x-stack-access-token': String(await user.getAccessToken()),
    },
  )
  const openWith = (projectOwnerSession: StackAdminAppOptions['projectOwnerSession']) =>
    new StackAdminApp({
      baseUrl: service().origin,
      projectId: created.body.id,
      tokenStore: null,
      projectOwnerSession,
    })

  const admin = openWith(user.currentSession)

  expect((await admin.getProject()).displayName).toBe('Notes')
  await expect(admin.signInWithOAuth('github')).rejects.toThrow('cannot sign users in')
  const ended = openWith({ getTokens: async () => ({ accessToken: null, refreshToken: null }) })
  await expect(ended.getProject()).rejects.toThrow('has ended')
})

test('an owner reads the key from the environment', async () => {
  const { superSecretAdminKey } = await adminOptions(service())
  vi.stubEnv('STACK_SUPER_SECRET_ADMIN_KEY', superSecretAdminKey)

  const admin = await openAdmin({ superSecretAdminKey: undefined })
  vi.stubEnv('STACK_SUPER_SECRET_ADMIN_KEY', '')

  expect((await admin.getProject()).id).toBe(service().phoneProjectId)
  await expect(openAdmin({ superSecretAdminKey: undefined })).rejects.toThrow('STACK_SUPER_SECRET_ADMIN_KEY')
})
