// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { resetBrowser } from '../../../browser.fixture.tsx'
import { ada, click, openSection, startService, user } from '../settings.fixture.ts'

afterEach(resetBrowser)

test('the display name is saved', async () => {
  await using service = await startService()
  openSection(service, 'profile')

  await user.type(await screen.findByLabelText('Display name'), 'Ada Lovelace')
  await click('Save')

  await waitFor(() => expect(service.person(ada)?.fields).toEqual({ display_name: 'Ada Lovelace' }))
})

test('a file that is no picture is rejected with a sentence', async () => {
  await using service = await startService()
  openSection(service, 'profile')

  const file = new File(['text'], 'picture.png', { type: 'image/png' })
  await user.upload(await screen.findByLabelText('Upload a picture', { selector: 'input' }), file)

  expect(await screen.findByText('Invalid image')).toBeTruthy()
})

test('a picture that cannot be drawn is explained in the dialog', async () => {
  await using service = await startService()
  const picture = { width: 4, height: 3, close() {} }
  vi.stubGlobal('createImageBitmap', async () => picture)
  openSection(service, 'profile')

  const file = new File(['picture'], 'picture.png', { type: 'image/png' })
  await user.upload(await screen.findByLabelText('Upload a picture', { selector: 'input' }), file)

  const dialog = await screen.findByRole('dialog', { name: 'Crop the picture' })
  expect((await within(dialog).findByRole('alert')).textContent).toBe(
    'Failed to crop imageChoose another picture.',
  )
  vi.unstubAllGlobals()
})
