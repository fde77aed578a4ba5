// @vitest-environment jsdom
import type { ApiKeyScope } from '@parley/contract/phone'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { errorResponse } from '../../../../../packages/kit/src/scripted-server.fixture.ts'
import { createPhoneApiError } from '../../api/errors.ts'
import { ownerPermissions, self, type WorkspaceService } from '../../workspace-service.fixture.ts'
import { openConfigPage } from '../members/members-page.fixture.tsx'
import { ApiKeysPage } from './api-keys-page.tsx'

afterEach(cleanup)

const day = 24 * 60 * 60_000
const workspace = { permissions: [...ownerPermissions, '$manage_api_keys'], admins: [self] }
const key = {
  id: 'k0',
  type: 'team',
  description: 'Export of the calls',
  created_at_millis: Date.now(),
  value: { last_four: 'abcd' },
}

async function open(
  options: Partial<WorkspaceService> = {},
  initial: readonly { id: string; scopes: ApiKeyScope[] }[] = [],
  canSave = true,
  saving = Promise.resolve(),
) {
  let isDown = false
  const items = new Map(initial.map((each) => [each.id, each]))
  return await openConfigPage(
    { ...workspace, ...options },
    ApiKeysPage,
    { isPhoneAdmin: true },
    {},
    {
      'GET /api-keys': () => {
        if (isDown) throw createPhoneApiError('ACCOUNTS_UNREACHABLE', undefined)
        return { items: [...items.values()] }
      },
      'PUT /api-keys/{key}/scopes': async ({ params, body }) => {
        await saving
        isDown = !canSave
        if (isDown) throw createPhoneApiError('ACCOUNTS_UNREACHABLE', undefined)
        const saved = { id: params.key, scopes: [...body.scopes] }
        items.set(saved.id, saved)
        return saved
      },
    },
  )
}

const click = async (name: string | RegExp) =>
  await userEvent.click(await screen.findByRole('button', { name }))

/** Guarantee (ZR935): a new key is shown once, and not lost by accident. */
test('ZR935: a new key is shown until the administrator confirms that it is copied, and never again', async () => {
  await using service = await open()
  await click('Create API key')
  const form = await screen.findByRole('dialog')
  await userEvent.click(within(form).getByRole('button', { name: 'Create API key' }))
  await within(form).findByText('Enter a description.')
  await userEvent.type(within(form).getByLabelText('Description'), 'Export')
  await userEvent.click(within(form).getByLabelText('Read shared contacts'))
  await userEvent.click(within(form).getByRole('button', { name: 'Create API key' }))

  await screen.findByText('sk_the_whole_key_wxyz')
  await userEvent.keyboard('{Escape}')
  await click('Done')
  screen.getByText('sk_the_whole_key_wxyz')
  await userEvent.click(screen.getByLabelText('I have copied the key'))
  await click('Done')
  await waitFor(() => expect(screen.queryByText('sk_the_whole_key_wxyz')).toBeNull())
  expect(document.body.innerHTML).not.toContain('sk_the_whole')
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('sk_the_whole')

  const row = (await screen.findByRole('heading', { name: 'Export' })).closest('li')
  expect(row?.textContent).toMatch(/Ends with wxyz\..*Expires .*Read shared contacts/)
  const [created] = service.changes()
  const { expires_at_millis: end } = JSON.parse(created?.body ?? '{}')
  expect(Math.round((end - Date.now()) / day)).toBe(90)
})

/** Guarantee (ZR935): a key that was created is shown even if an outage begins before its scopes are saved. */
test('ZR935: when the scopes of a new key are not saved, the key is shown with what to do', async () => {
  await using _service = await open({}, [], false)
  await click('Create API key')
  const form = await screen.findByRole('dialog')
  await userEvent.type(within(form).getByLabelText('Description'), 'Export')
  await userEvent.click(within(form).getByLabelText('Read shared contacts'))
  await userEvent.click(within(form).getByRole('button', { name: 'Create API key' }))

  await screen.findByText('sk_the_whole_key_wxyz')
  screen.getByText(/its scopes were not saved/)
  await screen.findByRole('button', { name: 'Try again', hidden: true })
  screen.getByText('sk_the_whole_key_wxyz')
})

/** Guarantee (ZR935): a form that is closed while the key is created does not lose it. */
test('ZR935: the form stays open while the key is created, which is then shown', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await using service = await open({}, [], true, promise)
  await click('Create API key')
  const form = await screen.findByRole('dialog')
  await userEvent.type(within(form).getByLabelText('Description'), 'Export')
  await userEvent.click(within(form).getByLabelText('Read shared contacts'))
  await userEvent.click(within(form).getByRole('button', { name: 'Create API key' }))
  await waitFor(() => expect(service.changes()).toHaveLength(1))

  await userEvent.keyboard('{Escape}')
  const cancel = within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' })
  await userEvent.click(cancel)
  resolve()

  await screen.findByText('sk_the_whole_key_wxyz')
})

/** Guarantee (ZR935): a key that was created is shown even if the list of the keys cannot be read again. */
test('ZR935: when the list is not read again, a new key is shown, and revoking a key succeeds', async () => {
  let isDown = false
  await using _service = await open({
    keys: [{ ...key }],
    onListKeys: () => (isDown ? errorResponse('EMAIL_NOT_VERIFIED') : null),
  })
  await click('Create API key')
  const form = await screen.findByRole('dialog')
  await userEvent.type(within(form).getByLabelText('Description'), 'Export')
  isDown = true
  await userEvent.click(within(form).getByRole('button', { name: 'Create API key' }))
  await screen.findByText('sk_the_whole_key_wxyz')
  await userEvent.click(screen.getByLabelText('I have copied the key'))
  await click('Done')

  await click('Revoke Export of the calls')
  const question = await screen.findByRole('alertdialog')
  await userEvent.click(within(question).getByRole('button', { name: 'Revoke' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

test('a draft of a key or of scopes is discarded only after a question', async () => {
  await using _service = await open({ keys: [{ ...key }] }, [{ id: key.id, scopes: ['calls:read'] }])
  await click('Create API key')
  await userEvent.type(await screen.findByLabelText('Description'), 'Export')
  await userEvent.keyboard('{Escape}')
  await screen.findByRole('alertdialog')
  await click('Discard changes')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await click('Change scopes of Export of the calls')
  await userEvent.click(await screen.findByLabelText('Read shared contacts'))
  await userEvent.keyboard('{Escape}')
  await screen.findByRole('alertdialog')
})

test('an administrator changes the scopes of a key, and revokes it after one question', async () => {
  await using _service = await open({ keys: [key] }, [{ id: key.id, scopes: ['calls:read'] }])
  await click('Change scopes of Export of the calls')
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByLabelText('Read calls that all members read'))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await screen.findByText('No scopes. This key cannot do anything yet.')

  await click('Revoke Export of the calls')
  const question = await screen.findByRole('alertdialog')
  await userEvent.click(within(question).getByRole('button', { name: 'Revoke' }))

  await screen.findByText('Revoked')
  expect(screen.queryByRole('button', { name: /^Revoke/ })).toBeNull()
})

test('an error of the account service is explained in the form', async () => {
  await using _service = await open({
    onChange: () => errorResponse('EMAIL_NOT_VERIFIED'),
  })
  await click('Create API key')
  const form = await screen.findByRole('dialog')
  await userEvent.type(within(form).getByLabelText('Description'), 'Export{Enter}')

  await within(form).findByText(/Verify your e-mail address first/)
})
