import { required } from '@parley/primitives'
import { describe, expect, test } from 'vitest'
import { setUpAccountService, uniqueEmail } from '../../testing.ts'
import { builtInTemplates } from '../templates/built-in-templates.ts'
import { signUpInProject, startWithServer, waitUntil } from './testing.ts'

const service = setUpAccountService({ options: { outboundNetworks: ['127.0.0.0/8'] } })
const verification = required(builtInTemplates[0], 'a built-in template').id

describe('custom templates', () => {
  const source = (body: string) => `
    import { Subject, NotificationCategory } from '@stackframe/emails'
    export function EmailTemplate({ project, variables }) {
      ${body}
      return <>
        <Subject value={\`Please verify at \${project.displayName}\`} />
        <NotificationCategory value="Transactional" />
        <p>Our own words <a href={variables.emailVerificationLink}>here</a></p>
      </>
    }
    EmailTemplate.PreviewVariables = { emailVerificationLink: 'https://example.com/preview' }`

  async function mailWith(body: string) {
    const set = await startWithServer(service())
    await waitUntil(() => set.smtp.received[0])
    const changed = await service().patch(
      `/internal/email-templates/${verification}`,
      { tsx_source: source(body) },
      set.project.admin,
    )
    if (changed.status !== 200) throw new Error(JSON.stringify(changed.body))
    await signUpInProject(service(), set.project, uniqueEmail('grace'))
    const { raw } = await waitUntil(() => set.smtp.received[1])
    await set[Symbol.asyncDispose]()
    return raw.replaceAll('=3D', '=').replaceAll('&amp;', '&')
  }

  test('are used for delivery', async () => {
    const raw = await mailWith('')

    expect(raw).toContain('Subject: Please verify at Engines')
    expect(raw).toMatch(/<a href="http:\/\/localhost\/verify\?code=[0-9a-z]{45}">here<\/a>/)
  })

  /** Guarantee: required e-mails are sent even if a custom source fails at delivery. */
  test('MX3: the last successful render is used with the current link if a source fails', async () => {
    const raw = await mailWith(`if (/code=/.test(variables.emailVerificationLink)) for (;;) {}`)

    expect(raw).toContain('Subject: Please verify at Engines')
    expect(raw).toMatch(/<a href="http:\/\/localhost\/verify\?code=[0-9a-z]{45}">here<\/a>/)
    expect(raw).not.toContain('/preview')
  })

  test('MX3: the built-in template is used if there is no successful render', async () => {
    const raw = await mailWith(`if (!/preview/.test(variables.emailVerificationLink)) throw new Error('no')`)

    expect(raw).toContain('Subject: Verify your e-mail at Engines')
    expect(raw).toMatch(/href="http:\/\/localhost\/verify\?code=[0-9a-z]{45}"/)
  })

  test('a custom theme applies to built-in e-mails', async () => {
    await using set = await startWithServer(service())
    await waitUntil(() => set.smtp.received[0])
    const created = await service().post(
      '/internal/email-themes',
      { display_name: 'Ours' },
      set.project.admin,
    )
    const theme = `export function EmailTheme({ children }) { return <html><body><i>Letterhead</i>{children}</body></html> }`
    await service().patch(
      `/internal/email-themes/${created.body.id}`,
      { tsx_source: theme },
      set.project.admin,
    )
    const chosen = await service().patch(
      '/internal/projects/current',
      { config: { email_theme: created.body.id } },
      set.project.admin,
    )
    await signUpInProject(service(), set.project, uniqueEmail('grace'), { 'accept-language': 'fr' })
    const { raw } = await waitUntil(() => set.smtp.received[1])

    expect(chosen.status).toBe(200)
    expect(raw).toContain('<i>Letterhead</i>')
    expect(raw).toContain('Content-Language: fr-CA')
  })
})
