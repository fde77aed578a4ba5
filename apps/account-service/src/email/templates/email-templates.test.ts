import { randomUUID } from 'node:crypto'
import { required } from '@parley/primitives'
import { describe, expect, test } from 'vitest'
import { locales } from '../../locale.ts'
import { getErrorCode, setUpAccountService, startAccountService, type TestService } from '../../testing.ts'
import {
  configureEmailServer,
  createCrashingSandbox,
  createTestProject,
  headersForProject,
} from '../delivery/testing.ts'
import { builtInLightTheme } from '../themes/index.ts'
import { renderContent } from './built-in-content.ts'
import { builtInSource } from './built-in-sources.ts'
import { builtInTemplates, getPreviewVariables, previewValues } from './built-in-templates.ts'

const service = setUpAccountService()
let known: ReturnType<typeof headersForProject> | undefined
const admin = async () => {
  known ??= headersForProject(service(), service().phoneProjectId)
  return (await known).admin
}

/** A project with its own e-mail server, which need not run: nothing is sent here. */
async function createProjectWithEmailServer(running: TestService) {
  const project = await createTestProject(running)
  await configureEmailServer(running, project, {
    host: 'mail.example.com',
    port: 587,
    username: 'engines',
    password: 'right',
    sender_name: 'Engines',
    sender_email: 'mail@engines.example.com',
  })
  return project.admin
}

const source = (text: string) => `
import { Subject, NotificationCategory } from '@stackframe/emails'
export function EmailTemplate({ user, project, variables }) {
  return <>
    <Subject value={\`Hi \${user.displayName ?? 'you'}\`} />
    <NotificationCategory value="Transactional" />
    <p>${text} {project.displayName}</p>
    <a href={variables.emailVerificationLink}>go</a>
  </>
}
EmailTemplate.PreviewVariables = { emailVerificationLink: 'https://example.com/preview' }
`

const theme = (text: string) => `
import { Html, Body } from '@react-email/components'
export function EmailTheme({ children }) {
  return <Html><Body><header>${text}</header>{children}</Body></Html>
}
`

describe('built-in templates', () => {
  test('are listed with ids and sources, before custom ones', async () => {
    const created = await service().post('/internal/email-templates', { display_name: 'News' }, await admin())
    const { body } = await service().get('/internal/email-templates', await admin())

    expect(created.status).toBe(200)
    expect(Object.keys(created.body)).toEqual(['id'])
    expect(body.templates.slice(0, 5).map(({ id }: { id: string }) => id)).toEqual([
      'e7d009ce-8d47-4528-b245-5bf119f2ffa3',
      'a70fb3a4-56c1-4e42-af25-49d25603abd0',
      '822687fe-8d0a-4467-a0d1-416b6e639478',
      'e84de395-2076-4831-9c19-8e9a96a868e4',
      '066dd73c-36da-4fd0-b6d6-ebf87683f8bc',
    ])
    const news = body.templates.find(({ id }: { id: string }) => id === created.body.id)
    expect(Object.keys(news)).toEqual(['id', 'display_name', 'tsx_source'])
  })

  test('older clients see four built-in templates by type, with the subject that is sent', async () => {
    const asAdmin = await createProjectWithEmailServer(service())
    const changed = source('Hello').replace(
      /<Subject .*/,
      "<Subject value={['Reset', 'at', project.displayName].join(' ')} />",
    )
    const path = '/internal/email-templates/a70fb3a4-56c1-4e42-af25-49d25603abd0'
    const { status } = await service().patch(path, { tsx_source: changed }, asAdmin)
    const { body } = await service().get('/email-templates', asAdmin)

    expect(status).toBe(200)
    expect(body.is_paginated).toBe(false)
    expect(
      body.items.map(({ type, is_default }: { type: string; is_default: boolean }) => [type, is_default]),
    ).toEqual([
      ['email_verification', true],
      ['password_reset', false],
      ['magic_link', true],
      ['team_invitation', true],
    ])
    expect(body.items.map(({ subject }: { subject: string }) => subject)).toEqual([
      'Verify your e-mail at Engines',
      'Reset at Engines',
      'Sign in to Engines: your code is AB12CD',
      'Invitation to Analytical Engines',
    ])
    for (const { content } of body.items) expect(content).toBeNull()
  })

  /**
   * Guarantee: the source shown to owners renders the same text as the built-in template, in every language.
   */
  test.each(builtInTemplates)(
    'the source of $displayName renders the same text in the sandbox',
    async (template) => {
      const { body } = await service().get('/internal/email-templates', await admin())
      const { tsx_source } = body.templates.find(({ id }: { id: string }) => id === template.id)
      const sandboxed = await service().post(
        '/emails/render-email',
        { theme_id: null, template_tsx_source: tsx_source },
        await admin(),
      )
      const compiled = await service().post(
        '/emails/render-email',
        { theme_id: null, template_id: template.id },
        await admin(),
      )

      expect(sandboxed.status).toBe(200)
      expect(sandboxed.body.subject).toBe(compiled.body.subject)
      expect(sandboxed.body.notification_category).toBe(compiled.body.notification_category)
      const content = renderContent(template.name, 'en-US', 'Parley', previewValues)
      for (const { html } of [sandboxed.body, compiled.body])
        for (const text of [
          content.heading,
          content.body,
          content.footer,
          content.button?.label,
          content.orLink,
        ])
          expect(html).toContain(text)
      expect(sandboxed.body.html).toContain(getPreviewVariables(template)[template.link])
    },
  )

  test.each(locales)('%s has every message', (locale) => {
    for (const { name } of builtInTemplates) {
      const content = renderContent(name, locale, 'Parley', previewValues)
      expect(JSON.stringify(content)).not.toMatch(/\{\w+\}|undefined/)
      expect(content.subject).toMatch(name === 'team-invitation' ? /Analytical Engines/ : /Parley/)
    }
  })

  test('there are no unused templates', async () => {
    const responses = await Promise.all([
      service().get('/internal/email-templates', service().serverHeaders),
      service().get('/internal/email-themes'),
      service().post('/emails/render-email', {}, service().serverHeaders),
    ])

    for (const response of responses)
      expect([response.status, getErrorCode(response)]).toEqual([401, 'INSUFFICIENT_ACCESS_TYPE'])
  })
})

describe('a custom template', () => {
  const id = required(builtInTemplates[0], 'a built-in template').id

  test('requires its own e-mail server, must exist, and must render', async () => {
    const project = await createProjectWithEmailServer(service())
    const patch = (path: string, body: object, headers = project) =>
      service().patch(`/internal/email-templates/${path}`, body, headers)
    const shared = await patch(randomUUID(), { tsx_source: 'x' }, await admin())
    const unknown = await patch(randomUUID(), { tsx_source: 'x' })
    const noTheme = await patch(id, { tsx_source: source('a'), theme_id: randomUUID() })
    const broken = await patch(id, { tsx_source: 'export const = 1' })
    const silent = await patch(id, { tsx_source: 'export function EmailTemplate() { return <p>a</p> }' })
    const mute = await patch(id, {
      tsx_source: `import { Subject } from '@stackframe/emails'
        export function EmailTemplate() { return <Subject value="a" /> }`,
    })
    const odd = await patch(id, { tsx_source: source('a').replace('"Transactional"', '"Spam"') })

    expect([shared.status, getErrorCode(shared)]).toEqual([400, 'REQUIRES_CUSTOM_EMAIL_SERVER'])
    expect([unknown.status, getErrorCode(unknown)]).toEqual([404, null])
    expect([noTheme.status, getErrorCode(noTheme)]).toEqual([400, null])
    for (const [response, error] of [
      [broken, 'Unexpected token'],
      [silent, 'sets no subject'],
      [mute, 'sets no notification category'],
      [odd, 'notification category Spam'],
    ] as const) {
      expect([response.status, getErrorCode(response)]).toEqual([400, 'EMAIL_RENDERING_ERROR'])
      expect(response.body.details.error).toContain(error)
    }
    const { body } = await service().get('/internal/email-templates', project)
    expect(body.templates[0].tsx_source).toBe(
      builtInSource(required(builtInTemplates[0], 'a built-in template')),
    )
  })

  /** Guarantee: a template is never stored without its fallback render because of an interruption. */
  test('is not stored if the sandbox crashes between preview and second render', async () => {
    await using frail = await startAccountService({
      sandbox: createCrashingSandbox(({ variables }) => variables !== null),
    })
    const project = await createProjectWithEmailServer(frail)
    const path = `/internal/email-templates/${id}`
    const refused = await frail.patch(path, { tsx_source: source('a') }, project)
    const { body } = await frail.get('/internal/email-templates', project)

    expect([refused.status, getErrorCode(refused)]).toEqual([400, 'EMAIL_RENDERING_ERROR'])
    expect(refused.body.details).toEqual({ error: 'The sandbox stopped.' })
    expect(body.templates[0].tsx_source).toBe(
      builtInSource(required(builtInTemplates[0], 'a built-in template')),
    )
  })

  test('is stored with a theme, no theme, or the project’s theme', async () => {
    const project = await createProjectWithEmailServer(service())
    const fetchThemeId = async () => {
      const { body } = await service().get('/internal/email-templates', project)
      return body.templates[0].theme_id
    }
    const patch = (body: object) => service().patch(`/internal/email-templates/${id}`, body, project)

    const first = await patch({ tsx_source: source('Welcome to'), theme_id: builtInLightTheme.id })
    expect(first.body.rendered_html).toMatch(
      /^<!doctype html>[\s\S]*Welcome to[\s\S]*https:\/\/example.com\/preview/,
    )
    expect(await fetchThemeId()).toBe(builtInLightTheme.id)
    await patch({ tsx_source: source('Welcome'), theme_id: false })
    expect(await fetchThemeId()).toBe(false)
    await patch({ tsx_source: source('Welcome') })
    expect(await fetchThemeId()).toBe(false)
    await patch({ tsx_source: source('Welcome'), theme_id: null })
    expect(await fetchThemeId()).toBeUndefined()
  })
})

describe('themes', () => {
  test('are listed, created as a copy of the light one, read, and updated', async () => {
    const list = await service().get('/internal/email-themes', await admin())
    const created = await service().post('/internal/email-themes', { display_name: 'Ours' }, await admin())
    const path = `/internal/email-themes/${created.body.id}`
    const before = await service().get(path, await admin())
    const changed = await service().patch(path, { tsx_source: theme('Letterhead') }, await admin())
    const after = await service().get(path, await admin())

    expect(list.body.themes.slice(0, 2)).toEqual([
      { id: '1df07ae6-abf3-4a40-83a5-a1a2cbe336ac', display_name: 'Light' },
      { id: 'a0172b5d-cff0-463b-83bb-85124697373a', display_name: 'Dark' },
    ])
    expect(before.body).toEqual({ display_name: 'Ours', tsx_source: builtInLightTheme.source })
    expect(changed.body).toEqual({ display_name: 'Ours' })
    expect(after.body.tsx_source).toContain('Letterhead')
  })

  test('that do not exist or do not render are rejected', async () => {
    const unknown = `/internal/email-themes/${randomUUID()}`
    const responses = [
      await service().get(unknown, await admin()),
      await service().patch(unknown, { tsx_source: theme('a') }, await admin()),
    ]
    const broken = await service().patch(
      `/internal/email-themes/${builtInLightTheme.id}`,
      { tsx_source: 'export const EmailTheme = 5' },
      await admin(),
    )

    for (const response of responses) expect([response.status, getErrorCode(response)]).toEqual([404, null])
    expect([broken.status, getErrorCode(broken)]).toEqual([400, 'EMAIL_RENDERING_ERROR'])
    expect(broken.body.details).toEqual({ error: 'The source exports no component EmailTheme.' })
  })

  test('of other projects cannot be selected', async () => {
    const { admin: owner } = await createTestProject(service())
    const selectTheme = (email_theme: string) =>
      service().patch('/internal/projects/current', { config: { email_theme } }, owner)
    const unknown = await selectTheme(randomUUID())

    expect([unknown.status, getErrorCode(unknown)]).toEqual([400, null])
    expect(unknown.body).toContain('email_theme')
    expect((await selectTheme('a0172b5d-cff0-463b-83bb-85124697373a')).status).toBe(200)
  })

  test.each(['1df07ae6-abf3-4a40-83a5-a1a2cbe336ac', 'a0172b5d-cff0-463b-83bb-85124697373a'])(
    'the source of the built-in theme %s renders in the sandbox',
    async (id) => {
      const { body } = await service().get(`/internal/email-themes/${id}`, await admin())
      const rendered = await service().post(
        '/emails/render-email',
        { theme_tsx_source: body.tsx_source, template_tsx_source: source('Here is') },
        await admin(),
      )

      expect(rendered.body.html).toContain('https://example.com/unsubscribe')
      expect(rendered.body.html).toContain('Here is')
      expect(rendered.body.html).toMatch(/background-color:\s*rgb\(/)
    },
  )
})

describe('a preview', () => {
  test('accepts each part by id or by source, and rejects both, neither and unknown ids', async () => {
    const render = async (body: object) => service().post('/emails/render-email', body, await admin())
    const template_tsx_source = source('Hello')
    const whole = await render({ theme_id: false, template_tsx_source })

    expect(whole.body).toEqual({
      html: expect.stringMatching(/^<!doctype html>[\s\S]*<p>Hello Parley<\/p>/),
      subject: 'Hi Ada',
      notification_category: 'Transactional',
    })
    for (const body of [
      { template_tsx_source },
      { theme_id: null },
      { theme_id: null, theme_tsx_source: theme('a'), template_tsx_source },
      {
        theme_id: null,
        template_id: required(builtInTemplates[0], 'a built-in template').id,
        template_tsx_source,
      },
      { theme_id: randomUUID(), template_tsx_source },
      { theme_id: null, template_id: randomUUID() },
      { theme_id: 'red', template_tsx_source },
      { theme_id: null, template_id: 'newsletter' },
    ]) {
      const refused = await render(body)
      expect([refused.status, getErrorCode(refused)]).toEqual([400, null])
    }
    const broken = await render({ theme_id: null, template_tsx_source: 'throw new Error("out of ink")' })
    expect([broken.status, getErrorCode(broken)]).toEqual([400, 'EMAIL_RENDERING_ERROR'])
    expect(broken.body.details).toEqual({ error: 'out of ink' })
  })
})
