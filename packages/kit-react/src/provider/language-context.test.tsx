// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { renderIntoDocument, resetBrowser } from '../browser.fixture.tsx'
import { createLanguageContext, detectLocale } from './language-context.tsx'

const english = { greeting: 'Hello {name}' } as const
type Locale = 'en-US' | 'de-DE' | 'fr-CA'
const locales: readonly Locale[] = ['en-US', 'de-DE', 'fr-CA']

afterEach(() => {
  vi.restoreAllMocks()
  resetBrowser()
})

/** Shows a greeting and one button for each language. The test decides when a catalogue arrives. */
function renderGreeting() {
  const arrivals = new Map<Locale, (greeting: string) => void>()
  const { LanguageProvider, useLanguage } = createLanguageContext<typeof english, Locale>({
    load: (locale) => new Promise((resolve) => arrivals.set(locale, (greeting) => resolve({ greeting }))),
  })
  function Greeting() {
    const { t, select } = useLanguage()
    return (
      <>
        <p>{t('greeting', { name: 'Ada' })}</p>
        {locales.map((locale) => (
          <button key={locale} type="button" onClick={() => select?.(locale)}>
            {locale}
          </button>
        ))}
      </>
    )
  }
  renderIntoDocument(
    <LanguageProvider initial={{ locale: 'en-US', messages: english }}>
      <Greeting />
    </LanguageProvider>,
  )
  return { arrive: (locale: Locale, greeting: string) => arrivals.get(locale)?.(greeting) }
}

const choose = async (name: Locale) => userEvent.click(await screen.findByRole('button', { name }))

test('a selected language is shown when its catalogue has arrived, and stored', async () => {
  const { arrive } = renderGreeting()
  expect(await screen.findByText('Hello Ada')).toBeTruthy()

  await choose('de-DE')
  arrive('de-DE', 'Hallo {name}')

  expect(await screen.findByText('Hallo Ada')).toBeTruthy()
  expect(detectLocale(locales, 'en-US')).toBe('de-DE')
})

test('of two languages the one selected last is shown, in any order of their catalogues', async () => {
  const { arrive } = renderGreeting()
  await choose('de-DE')
  await choose('fr-CA')

  arrive('fr-CA', 'Bonjour {name}')
  expect(await screen.findByText('Bonjour Ada')).toBeTruthy()
  arrive('de-DE', 'Hallo {name}')
  await new Promise((resolve) => setImmediate(resolve))

  expect(screen.queryByText('Hallo Ada')).toBeNull()
})

test('without a stored language the preferences of the browser decide', () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['ja', 'fr-FR'])

  expect(detectLocale(locales, 'en-US')).toBe('fr-CA')
})

test('a browser that blocks storage gets a language from its preferences', () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('Storage is blocked.', 'SecurityError')
  })

  expect(detectLocale(locales, 'de-DE')).toBe('en-US')
})
