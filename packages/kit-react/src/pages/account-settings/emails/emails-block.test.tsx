// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { resetBrowser } from '../../../browser.fixture.tsx'
import { ada, click, openSection, startService, user } from '../settings.fixture.ts'

afterEach(resetBrowser)

test('the last sign-in e-mail cannot be removed', async () => {
  await using service = await startService()
  openSection(service, 'emails')

  const remove = await screen.findByRole('button', { name: `Remove: ${ada}` })
  expect(remove.getAttribute('aria-disabled') ?? remove.hasAttribute('disabled').toString()).toBe('true')
  expect(screen.getByText('This is your last sign-in e-mail. Add another one first.')).toBeTruthy()
})

test.each([
  ['', 'E-mail is required.'],
  ['ada', 'Please enter a valid e-mail address.'],
  [ada, 'You already have this address.'],
])('the new address %j is rejected with its own sentence', async (value, sentence) => {
  await using service = await startService()
  openSection(service, 'emails')

  const field = await screen.findByLabelText('New e-mail address')
  if (value) await user.type(field, value)
  await click('Add')

  expect(await screen.findByText(sentence)).toBeTruthy()
})
