import { expect } from 'vitest'
import { withOwnApp } from './fixture.ts'
import { inspectPage, testedWidths } from './inspect-page.ts'
import { createProjectClient } from './project-client.ts'
import { createUniqueEmail, password, readAccessToken } from './users.ts'

const test = withOwnApp()

/** Guarantee: an anonymous user who creates an account remains the same user. */
for (const width of testedWidths)
  test(`an anonymous user creates an account and keeps the data, at ${width} px`, async (fixture) => {
    const { app, openBrowser } = fixture
    const { page } = await openBrowser({ width })
    const request = await createProjectClient(app)
    await request('PATCH', '/internal/settings', { anonymous_sign_up_enabled: true }, 'admin')
    await page.goto(`${app.phoneUrl}/handler/sign-in`)
    const anonymous = await page.evaluate(signUpAnonymously)
    await request('PATCH', '/users/me', { client_metadata: { drafts: 2 } }, anonymous.access_token)

    await page.goto(`${app.phoneUrl}/handler/account-settings`)
    await page.getByText('You have no account yet.').waitFor()
    await inspectPage(page, 'settings-anonymous')
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByText('without an account').waitFor()
    await inspectPage(page, 'sign-in-anonymous')
    await page.getByRole('link', { name: 'Create an account' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('What you have done so far is kept.').waitFor()
    await inspectPage(page, 'sign-up-anonymous')
    const email = createUniqueEmail('hedy')
    await page.getByLabel('Name').fill('Hedy')
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('tabpanel').getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Repeat password').fill(password)
    await page.keyboard.press('Enter')

    await page.getByRole('heading', { level: 1, name: 'My profile' }).waitFor()
    const me = await request('GET', '/users/me', undefined, await readAccessToken(page))
    expect(me).toMatchObject({
      id: anonymous.user_id,
      is_anonymous: false,
      primary_email: email,
      display_name: 'Hedy',
      client_metadata: { drafts: 2 },
    })
  })

/** Creates an anonymous user, and stores the session as the kit does. Runs in the page. */
async function signUpAnonymously(): Promise<{ access_token: string; user_id: string }> {
  const { accountsUrl, projectId, publishableClientKey } = await (await fetch('/api/v1/client-config')).json()
  const headers = {
    'x-stack-project-id': projectId,
    'x-stack-access-type': 'client',
    'x-stack-publishable-client-key': publishableClientKey,
  }
  const response = await fetch(`${accountsUrl}/api/v1/auth/anonymous/sign-up`, { method: 'POST', headers })
  const tokens = await response.json()
  const stored = await fetch('/api/v1/session', {
    method: 'POST',
    headers: { 'x-parley-session': '1' },
    body: JSON.stringify({ action: 'start', refresh_token: tokens.refresh_token }),
  })
  const { access_token } = await stored.json()
  const { refresh_token_id } = JSON.parse(atob(access_token.split('.')[1]))
  // biome-ignore lint/suspicious/noDocumentCookie: the kit reads its cookies through it too.
  document.cookie = `parley-session-${projectId}=${refresh_token_id}; Path=/`
  return tokens
}
