import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { createTestProject, signUpInProject, type TestProject } from '../email/delivery/testing.ts'
import { setUpAccountService, startAccountService, uniqueEmail } from '../testing.ts'

const service = setUpAccountService()

const names = ['logo_url', 'logo_full_url', 'logo_dark_mode_url', 'logo_full_dark_mode_url'] as const

async function picture(red = 200): Promise<string> {
  const bytes = await sharp({
    create: { width: 60, height: 20, channels: 3, background: { r: red, g: 9, b: 9 } },
  })
    .png()
    .toBuffer()
  return `data:image/png;base64,${bytes.toString('base64')}`
}

const change = (project: TestProject, body: object) =>
  service().patch('/internal/projects/current', body, project.admin)

const fetchImage = async (url: string) =>
  await fetch(url.replace('http://accounts.example.com', service().origin))

describe('logos of a project', () => {
  test('are re-encoded, served from the accounts origin, and returned to owners and applications', async () => {
    const project = await createTestProject(service())
    const sent = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await picture()])))

    const { status, body } = await change(project, sent)
    const asClient = (await service().get('/projects/current', project.client)).body
    const shown = await fetchImage(body.logo_url)

    expect(status).toBe(200)
    for (const name of names) {
      expect(body[name]).toMatch(
        /^http:\/\/accounts\.example\.com\/images\/project-logos\/[0-9a-f-]{36}\.png$/,
      )
      expect(asClient[name]).toBe(body[name])
    }
    expect(new Set(names.map((name) => body[name])).size).toBe(4)
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png'])
  })

  test('are null by default, and the older name of the logo with a name is accepted and returned', async () => {
    const project = await createTestProject(service())
    const before = await change(project, {})
    const after = await change(project, { full_logo_url: await picture() })

    expect(names.map((name) => before.body[name])).toEqual([null, null, null, null])
    expect(after.body.full_logo_url).toBe(after.body.logo_full_url)
    expect(after.body.full_logo_url).toContain('/images/project-logos/')
  })

  test('are replaced, kept when their URL is sent, and removed by null; replaced images are deleted', async () => {
    const project = await createTestProject(service())
    const first = (await change(project, { logo_url: await picture() })).body.logo_url
    const kept = (await change(project, { logo_url: first, display_name: 'Notes' })).body.logo_url
    const second = (await change(project, { logo_url: await picture(20) })).body.logo_url
    const statuses = [(await fetchImage(first)).status, (await fetchImage(second)).status]
    const removed = await change(project, { logo_url: null })

    expect(kept).toBe(first)
    expect(statuses).toEqual([404, 200])
    expect(removed.body.logo_url).toBeNull()
    expect((await fetchImage(second)).status).toBe(404)
  })

  /** Guarantee (MX4): a logo cannot be a script, or an image that another server shows to every visitor. */
  test('MX4: must be images that are sent as data', async () => {
    const project = await createTestProject(service())
    const svg = `data:image/svg+xml;base64,${Buffer.from('<svg/>').toString('base64')}`

    for (const logo_url of ['https://example.com/logo.png', svg, 'javascript:alert(1)', ''])
      expect((await change(project, { logo_url })).status).toBe(400)
    expect((await service().get('/projects/current', project.client)).body.logo_url).toBeUndefined()
  })

  test('stay when unreferenced images are deleted, and when other settings change', async () => {
    const project = await createTestProject(service())
    const { logo_url } = (await change(project, { logo_url: await picture() })).body
    const now = () => new Date(Date.now() + 25 * 60 * 60_000)
    // Disposal waits for the clean-up that starts immediately.
    await (await startAccountService({ server: service().server, now }))[Symbol.asyncDispose]()

    const { body } = await change(project, { config: { magic_link_enabled: true } })

    expect(body.logo_url).toBe(logo_url)
    expect((await fetchImage(logo_url)).status).toBe(200)
  })

  test('the state of the set-up in a dashboard is stored', async () => {
    const project = await createTestProject(service())
    const before = (await change(project, {})).body.onboarding_status
    const { body } = await change(project, { onboarding_status: 'auth_setup' })

    expect([before, body.onboarding_status]).toEqual(['completed', 'auth_setup'])
    expect((await change(project, { onboarding_status: 'unknown' })).status).toBe(400)
  })
})

describe('e-mails of a project with logos', () => {
  async function receive(logos: object) {
    const project = await createTestProject(service(), 'Notes & <co>')
    const { body } = await change(project, logos)
    const email = uniqueEmail('ada')
    await signUpInProject(service(), project, email)
    return { html: (await service().waitForEmail(email)).html, body }
  }

  test('show the square logo beside the name', async () => {
    const { html, body } = await receive({ logo_url: await picture() })

    expect(html).toContain(`src="${body.logo_url}" alt=""`)
    expect(html).toContain('Notes &amp; &lt;co&gt;</span>')
    expect(html).not.toContain('class="logo-dark"')
  })

  test('show the logo with the name instead, and its dark variant where the program is dark', async () => {
    const { html, body } = await receive({
      logo_url: await picture(),
      logo_full_url: await picture(),
      logo_full_dark_mode_url: await picture(),
    })

    expect(html).toContain(`class="logo-light" src="${body.logo_full_url}" alt="Notes &amp; &lt;co&gt;"`)
    expect(html).toContain(`class="logo-dark" src="${body.logo_full_dark_mode_url}"`)
    expect(html).not.toContain(body.logo_url)
  })

  test('show the name alone without logos', async () => {
    const { html } = await receive({})

    expect(html).toContain('Notes &amp; &lt;co&gt;</td>')
    expect(html).not.toContain('<img')
  })
})
