// @vitest-environment jsdom
import { StackClientApp } from '@parley/kit'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { renderIntoDocument, resetBrowser } from '../browser.fixture.tsx'
import { UserButton } from '../components/user/user-button.tsx'
import type { Locale } from '../locales/index.ts'
import { StackHandler } from '../pages/stack-handler.tsx'
import { StackProvider } from './stack-provider.tsx'

afterEach(resetBrowser)

const app = new StackClientApp({ baseUrl: 'http://localhost', projectId: 'phone', tokenStore: 'memory' })
const notFound = <StackHandler location="/handler/none" search="" />

test('an application can fix the language', async () => {
  renderIntoDocument(
    <StackProvider app={app} lang="fr-CA">
      {notFound}
    </StackProvider>,
  )

  expect(await screen.findByRole('heading', { name: 'Introuvable' })).toBeTruthy()
  expect(screen.queryByLabelText('Langue')).toBeNull()
})

test('an application that controls the language is called to change it', async () => {
  function Application() {
    const [locale, setLocale] = useState<Locale>('fr-CA')
    return (
      <StackProvider app={app} lang={locale} onLangChange={setLocale}>
        {notFound}
      </StackProvider>
    )
  }
  renderIntoDocument(<Application />)

  await userEvent.selectOptions(await screen.findByLabelText('Langue'), 'es-419')

  expect(await screen.findByRole('heading', { name: 'No encontrado' })).toBeTruthy()
  expect(localStorage.getItem('parley-language')).toBeNull()
})

test('an application replaces texts of all languages, by their English text', async () => {
  renderIntoDocument(
    <StackProvider
      app={app}
      lang="fr-CA"
      translationOverrides={{ 'Not Found': 'Perdu', 'This page does not exist.': 'Rien ici.' }}
    >
      {notFound}
    </StackProvider>,
  )

  expect(await screen.findByRole('heading', { name: 'Perdu' })).toBeTruthy()
  expect(screen.getByText('Rien ici.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Retour à l’accueil' })).toBeTruthy()
})

test('texts that components load later are replaced too', async () => {
  renderIntoDocument(
    <StackProvider app={app} lang="en-US" translationOverrides={{ 'Sign up': 'Join', Account: 'You' }}>
      <UserButton />
    </StackProvider>,
  )

  await userEvent.click(await screen.findByRole('button', { name: 'You' }))
  expect(screen.getByRole('menuitem', { name: 'Join' })).toBeTruthy()
  expect(screen.getByRole('menuitem', { name: 'Sign in' })).toBeTruthy()
})
