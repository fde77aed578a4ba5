// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { resetBrowser } from '../../../browser.fixture.tsx'
import { click, confirmDialog, openSection, startService, user } from '../settings.fixture.ts'

afterEach(resetBrowser)

test('an API key is shown once, closed after the confirmation, and revoked', async () => {
  await using service = await startService()
  service.config.userApiKeys = true
  const key = { id: 'key-1', type: 'user', user_id: 'me', description: 'Backup', created_at_millis: 0 }
  let listed: Readonly<Record<string, unknown>>[] = []
  service.routes.set('GET /user-api-keys', () => ({ json: { items: listed, is_paginated: false } }))
  service.routes.set('POST /user-api-keys', () => {
    listed = [{ ...key, value: { last_four: 'wxyz' } }]
    return { json: { ...key, value: 'pk_the_whole_key_wxyz' } }
  })
  service.routes.set('PATCH /user-api-keys/key-1', () => {
    listed = [{ ...key, value: { last_four: 'wxyz' }, manually_revoked_at_millis: 1 }]
    return { json: listed[0] }
  })
  openSection(service, 'api-keys')

  await click('Create API key')
  const form = await screen.findByRole('dialog')
  await user.click(within(form).getByRole('button', { name: 'Create API key' }))
  await within(form).findByText('Description is required.')
  await user.type(within(form).getByLabelText('Description'), 'Backup{Enter}')
  await screen.findByText('pk_the_whole_key_wxyz')
  await user.keyboard('{Escape}')
  await click('Done')
  screen.getByText('pk_the_whole_key_wxyz')
  await user.click(screen.getByLabelText('I have saved it'))
  await click('Done')
  await waitFor(() => expect(screen.queryByText('pk_the_whole_key_wxyz')).toBeNull())
  await click('Revoke Backup')
  await confirmDialog('Revoke')

  expect(await screen.findByText('Revoked')).toBeTruthy()
  expect((await screen.findAllByText('“Backup” was revoked')).length).toBeGreaterThan(0)
})
