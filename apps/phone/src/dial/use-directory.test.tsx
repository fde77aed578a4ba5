// @vitest-environment jsdom
import { directory } from '@parley/simulated-pstn'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { loaders, locales } from '../i18n/index.ts'
import { LanguageProvider } from '../i18n/language.tsx'
import { ada, createFakeApi, createFakePhone } from '../phone.fixture.ts'
import { PhoneContext } from '../phone-context.tsx'
import { useDirectory } from './use-directory.ts'

afterEach(cleanup)

function Directory() {
  return useDirectory().map(({ number, name, does }) => <p key={number}>{`${name}: ${does}`}</p>)
}

test.each(locales)('every test number is described in %s', async (locale) => {
  const messages = await loaders[locale]()
  render(
    <LanguageProvider initial={{ locale, messages }}>
      <PhoneContext
        value={createFakePhone(createFakeApi({}).api, { me: { ...ada, directory: [...directory] } })}
      >
        <Directory />
      </PhoneContext>
    </LanguageProvider>,
  )

  for (const { service, name, does } of directory) {
    const shown = `${messages[`directory.${service}`]}: ${messages[`directory.${service}-does`]}`
    expect(screen.getByText(shown)).toBeDefined()
    if (locale === 'en-US') expect(shown).toBe(`${name}: ${does}`)
    else expect(shown).not.toContain(does)
  }
})
