// @vitest-environment jsdom
import { ToastProvider } from '@parley/ui'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { loaders, locales } from '../i18n/index.ts'

afterEach(cleanup)

test.each(locales)('the notifications region is labeled in %s, with its shortcut', async (locale) => {
  const messages = await loaders[locale]()
  render(
    <ToastProvider label={messages['shell.notifications']} closeLabel={messages['common.close']}>
      <p />
    </ToastProvider>,
  )

  expect(screen.getByRole('region', { name: `${messages['shell.notifications']} (F8)` })).toBeDefined()
})
