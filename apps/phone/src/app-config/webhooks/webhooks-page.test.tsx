// @vitest-environment jsdom
import type { webhooks } from '@parley/contract/phone'
import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { createPhoneApiError } from '../../api/errors.ts'
import { webhookQueries } from '../../api/integrations/webhook-queries.ts'
import type { Responses } from '../../phone.fixture.ts'
import { renderScreen } from '../../render-screen.fixture.tsx'
import { WebhooksPage } from './webhooks-page.tsx'

afterEach(() => {
  vi.restoreAllMocks()
  cleanup()
})

const stored: webhooks.Webhook = {
  id: '00000000-0000-4000-8000-0000000000c1',
  url: 'https://shop.example.com/hooks',
  description: 'Shop',
  events: ['call.ended'],
  isEnabled: true,
  disabled: null,
  failingSince: null,
  problem: null,
  previousSecretEndsAt: null,
  createdAt: Date.parse('2026-11-23T12:00:00Z'),
}

const delivery: webhooks.Delivery = {
  id: '00000000-0000-4000-8000-0000000000d1',
  eventId: 'call-ended_1',
  type: 'call.ended',
  callId: null,
  state: 'waiting',
  createdAt: Date.parse('2026-11-23T12:00:00Z'),
  retriesAt: Date.parse('2026-11-23T12:05:00Z'),
  body: '{"type":"call.ended"}',
  attemptCount: 1,
  attempts: [
    {
      at: Date.parse('2026-11-23T12:00:01Z'),
      tookMs: 12,
      status: 500,
      problem: 'rejected',
      response: 'Out of order',
    },
  ],
}

async function show(items: readonly webhooks.Webhook[], responses: Responses = {}) {
  return await renderScreen({
    screens: { '/app-config/webhooks': WebhooksPage },
    path: '/app-config/webhooks',
    me: { isPhoneAdmin: true },
    responses: {
      'GET /webhooks': () => ({ items: [...items] }),
      'GET /webhooks/{webhook}/deliveries': () => ({ items: [delivery], nextCursor: null }),
      ...responses,
    },
  })
}

test('the secret of a new webhook is shown although the list cannot be read again', async () => {
  let isDown = false
  await show([], {
    'GET /webhooks': () => {
      if (isDown) throw createPhoneApiError('ACCOUNTS_UNREACHABLE', undefined)
      return { items: [] }
    },
    'POST /webhooks': ({ body }) => {
      isDown = true
      return { webhook: { ...stored, ...body }, secret: 'whsec_c2VjcmV0' }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Add webhook' }))
  await userEvent.type(screen.getByLabelText('URL'), 'https://shop.example.com/')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))

  await screen.findByRole('button', { name: 'Try again', hidden: true })
  await screen.findByText('whsec_c2VjcmV0')
})

test('an administrator adds a webhook, and closes its secret only after a confirmation', async () => {
  const writeText = vi.fn(async () => {})
  const { requests } = await show([], {
    'POST /webhooks': ({ body }) => {
      if (body.url.includes('10.0.0.1')) throw createPhoneApiError('WEBHOOK_HOST_NOT_ALLOWED', undefined)
      return { webhook: { ...stored, ...body }, secret: 'whsec_c2VjcmV0' }
    },
  })
  const user = userEvent.setup()
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(writeText)
  await user.click(await screen.findByRole('button', { name: 'Add webhook' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('URL'), 'shop')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(dialog.getByText('Enter a complete URL without user name and password.')).toBeDefined()

  await user.clear(dialog.getByLabelText('URL'))
  await user.type(dialog.getByLabelText('URL'), 'https://10.0.0.1/')
  await user.click(dialog.getByRole('checkbox', { name: 'Call started' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText(/blocked private network/)).toBeDefined()

  await user.clear(dialog.getByLabelText('URL'))
  await user.type(dialog.getByLabelText('URL'), stored.url)
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  const secret = within(await screen.findByRole('dialog', { name: 'Secret of the webhook' }))
  expect(secret.getByText('whsec_c2VjcmV0')).toBeDefined()
  await user.click(secret.getByRole('button', { name: 'Copy secret' }))
  expect(writeText).toHaveBeenCalledExactlyOnceWith('whsec_c2VjcmV0')
  await user.keyboard('{Escape}')
  expect(screen.queryByText('whsec_c2VjcmV0')).not.toBeNull()
  await user.click(secret.getByRole('checkbox', { name: 'I have stored the secret' }))
  await user.click(secret.getByRole('button', { name: 'Done' }))

  expect(screen.queryByText('whsec_c2VjcmV0')).toBeNull()
  expect(requests.filter(({ name }) => name === 'POST /webhooks').at(-1)?.input).toMatchObject({
    body: { url: stored.url, events: expect.not.arrayContaining(['call.started']) },
  })
})

test('the list shows why a webhook gets no events', async () => {
  const since = Date.parse('2026-11-21T12:00:00Z')
  await show([
    {
      ...stored,
      isEnabled: false,
      disabled: { reason: 'failing', at: since },
      failingSince: since,
      problem: { problem: 'certificate-rejected', status: null },
    },
  ])

  expect(await screen.findByText(/Nothing was delivered for four days/)).toBeDefined()
  expect(screen.getByText('The certificate of the receiver is not valid.')).toBeDefined()
  expect(screen.getByText('Disabled')).toBeDefined()
})

test('the deliveries show requests and responses, and are sent again', async () => {
  const { requests } = await show([stored], {
    'POST /webhooks/{webhook}/deliveries/{delivery}/resend': () => delivery,
  })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Deliveries to Shop' }))
  const list = within(await screen.findByRole('list', { name: 'Deliveries to Shop' }))
  await user.click(list.getByText('Details'))
  expect(list.getByText('Out of order')).toBeDefined()
  expect(list.getByText(/"type": "call.ended"/)).toBeDefined()
  expect(list.getByText(/status 500 after 12 ms/)).toBeDefined()
  await user.click(list.getByRole('button', { name: /^Send again: Call ended/ }))

  const resent = requests.find(({ name }) => name === 'POST /webhooks/{webhook}/deliveries/{delivery}/resend')
  expect(resent?.input).toMatchObject({ params: { webhook: stored.id, delivery: delivery.id } })
})

test.each([
  ['due soon', 5_000, 'delivered'],
  ['not due for an hour', 3_600_000, 'waiting'],
])('the deliveries are fetched again while one that has failed before is %s', async (_, inMs, expected) => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  let isDelivered = false
  const queries = webhookQueries(async () => {
    const item = { ...delivery, retriesAt: Date.now() + inMs, state: isDelivered ? 'delivered' : 'waiting' }
    return { status: 'ok', data: { items: [item], nextCursor: null } } as never
  })
  const observer = new InfiniteQueryObserver(new QueryClient(), queries.deliveries(stored.id))
  onTestFinished(observer.subscribe(() => undefined))
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBeDefined())

  isDelivered = true
  await vi.advanceTimersByTimeAsync(10_000)

  expect(observer.getCurrentResult().data?.pages[0]?.items[0]?.state).toBe(expected)
})

test('the dialog of a webhook does not enable one that was disabled meanwhile', async () => {
  const { requests } = await show([stored], {
    'PUT /webhooks/{webhook}': ({ body }) => ({ ...stored, ...body, isEnabled: false }),
  })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Edit the webhook Shop' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Description'), ' 2')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  const saved = requests.find(({ name }) => name === 'PUT /webhooks/{webhook}')
  const { url, events } = stored
  expect(saved?.input).toEqual({
    params: { webhook: stored.id },
    body: { url, events, description: 'Shop 2' },
  })
})

test('the browser does not retain secrets after they were shown', async () => {
  const { queryClient } = await show([stored], {
    'POST /webhooks': () => ({ webhook: stored, secret: 'whsec_bmV3' }),
    'POST /webhooks/{webhook}/rotate-secret': () => ({ webhook: stored, secret: 'whsec_cm90YXRlZA==' }),
  })
  const user = userEvent.setup()
  const confirm = async () => {
    await user.click(await screen.findByRole('checkbox', { name: 'I have stored the secret' }))
    await user.click(screen.getByRole('button', { name: 'Done' }))
  }
  await user.click(await screen.findByRole('button', { name: 'Add webhook' }))
  await user.type(await screen.findByLabelText('URL'), stored.url)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await confirm()
  await user.click(screen.getByRole('button', { name: 'More actions of the webhook Shop' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Replace secret' }))
  await user.click(await screen.findByRole('button', { name: 'Replace secret' }))
  await confirm()

  const results = () =>
    JSON.stringify(
      queryClient
        .getMutationCache()
        .getAll()
        .map(({ state }) => state.data),
    )
  await vi.waitFor(() => expect(results()).not.toContain('whsec_'))
})
