// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { resetBrowser } from '../../../browser.fixture.tsx'
import { openSection, startService, user } from '../settings.fixture.ts'

afterEach(resetBrowser)

test('the selected appearance is applied and kept', async () => {
  await using service = await startService()
  openSection(service, 'settings')

  await user.selectOptions(await screen.findByLabelText('Appearance'), 'dark')
  expect(document.documentElement.dataset.theme).toBe('dark')
  await user.selectOptions(screen.getByLabelText('Appearance'), 'system')

  expect(document.documentElement.dataset.theme).toBeUndefined()
})
