import { expect } from 'vitest'
import { localeNames } from '../apps/phone/src/i18n/index.ts'
import { test } from './fixture.ts'
import { testedWidths } from './inspect-page.ts'
import { findTextProblems, noProblems, pseudoLocale, servePseudoCatalogues } from './pseudo-locale.ts'
import { requestPhone } from './users.ts'

const signedOutPages = [
  'sign-in',
  'sign-up',
  'forgot-password',
  'password-reset?code=unknown',
  'email-verification?code=unknown',
  'magic-link-callback?code=unknown',
  'team-invitation?code=unknown',
  'cli-auth-confirm?login_code=unknown',
  'mfa',
  'oauth-callback',
  'error',
  'missing',
].map((page) => `/handler/${page}`)

const signedInPages = [
  ...['profile', 'emails', 'notifications', 'sessions', 'teams', 'settings'].map(
    (section) => `/handler/account-settings?section=${section}#${section}`,
  ),
  '/',
  '/dial',
  '/contacts',
  '/contacts?edit=new',
  '/app-config/',
  '/app-config/members',
  '/missing',
]

/**
 * Guarantee: no page has a text that cannot be translated, or cuts off the texts of a language with longer
 * words.
 */
test('every page shows a language that is 40 % longer than English, on small and large screens', async ({
  app,
  openUser,
}) => {
  const { page, context, email } = await openUser('ada')
  const { workspace, numbers } = await requestPhone(page, 'GET', '/me')
  await requestPhone(page, 'POST', '/contacts', { name: 'Grace', phones: [{ typed: '+15550100' }] })
  await servePseudoCatalogues(context)
  await page.evaluate((locale) => localStorage.setItem('parley-language', locale), pseudoLocale)
  // A language has the same name in all languages.
  const names = ['Parley', 'Grace', localeNames['en-US']]
  const data = [...names, new URL(app.phoneUrl).host, email, workspace.name, numbers[0].number]

  const teamPage = `/handler/account-settings?section=team#team-${workspace.id}`
  for (const path of [...signedInPages, teamPage, '/handler/sign-out', ...signedOutPages]) {
    await page.goto(`${app.phoneUrl}${path}`)
    await page.getByText('⟦').first().waitFor()
    await page.waitForLoadState('networkidle')
    for (const width of testedWidths) {
      await page.setViewportSize({ width, height: 844 })
      const problems = await findTextProblems(page, data)
      expect({ path, width, ...problems }).toEqual({ path, width, ...noProblems })
    }
  }
})
