// @vitest-environment jsdom
import { ToastProvider } from '@parley/ui'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { emptyResponses } from '../phone.fixture.ts'
import { renderScreen } from '../render-screen.fixture.tsx'
import { ContactDetail } from './contact-detail.tsx'
import { grace } from './grace.fixture.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test.each([
  ['allows', () => Promise.resolve(), 'Copied'],
  ['denies', () => Promise.reject(new DOMException('', 'NotAllowedError')), /does not allow copying/],
])('the user learns that the browser %s copying', async (_, writeText, message) => {
  const user = userEvent.setup()
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(writeText)
  await renderScreen({
    screens: {
      '/contacts': () => (
        <ToastProvider label="Notifications" closeLabel="Close">
          <ContactDetail contactId={grace.id} isFullPage />
        </ToastProvider>
      ),
    },
    path: '/contacts',
    responses: {
      ...emptyResponses,
      'GET /contacts/{contact}': () => ({
        ...grace,
        emails: [{ address: 'grace@example.com', label: '' }],
      }),
    },
  })

  await user.click(await screen.findByRole('button', { name: 'Copy grace@example.com' }))

  expect(await screen.findByText(message)).toBeDefined()
})

test('a number of a contact is blocked at the contact, after a confirmation, and unblocked there', async () => {
  const phone = { number: '+12025550142', typed: '202 555 0142', extension: null, label: 'Work' }
  const other = { ...phone, number: '+12025550187', typed: '202 555 0187' }
  const stored = { id: '00000000-0000-4000-8000-0000000000b1', blockedByName: 'Ada', blockedAt: 0 }
  let items: (typeof stored & { number: string; scope: 'workspace' | 'own' })[] = []
  const { requests } = await renderScreen({
    screens: { '/contacts': () => <ContactDetail contactId={grace.id} isFullPage /> },
    path: '/contacts',
    me: { isPhoneAdmin: true },
    responses: {
      ...emptyResponses,
      'GET /contacts/{contact}': () => ({ ...grace, phones: [phone, other] }),
      'GET /blocked-numbers': () => ({ items, areAnonymousCallersBlocked: false }),
      'POST /blocked-numbers': ({ body }) => {
        items = [{ ...stored, ...body }]
        return { ...stored, ...body }
      },
      'DELETE /blocked-numbers/{number}': () => {
        items = []
        return { success: true }
      },
    },
  })
  const block = await screen.findByRole('button', { name: 'Block +1 202 555 0142' })
  const listChanges = () => requests.filter(({ name }) => /^(POST|DELETE)/.test(name))

  await userEvent.click(block)
  expect(listChanges()).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Block' }))
  const unblock = await screen.findByRole('button', { name: 'Unblock +1 202 555 0142' })
  expect(screen.getByRole('button', { name: 'Block +1 202 555 0187' })).toBeDefined()
  await userEvent.click(unblock)

  expect(await screen.findByRole('button', { name: 'Block +1 202 555 0142' })).toBeDefined()
  expect(listChanges()).toMatchObject([
    { name: 'POST /blocked-numbers', input: { body: { number: phone.number, scope: 'workspace' } } },
    { name: 'DELETE /blocked-numbers/{number}', input: { params: { number: stored.id } } },
  ])
})

test('the number of a contact is copied in E.164', async () => {
  const user = userEvent.setup()
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const phone = { number: '+12025550142', typed: '202 555 0142', extension: null, label: 'Work' }
  await renderScreen({
    screens: {
      '/contacts': () => (
        <ToastProvider label="Notifications" closeLabel="Close">
          <ContactDetail contactId={grace.id} isFullPage />
        </ToastProvider>
      ),
    },
    path: '/contacts',
    responses: { ...emptyResponses, 'GET /contacts/{contact}': () => ({ ...grace, phones: [phone] }) },
  })

  await user.click(await screen.findByRole('button', { name: 'Copy +1 202 555 0142' }))

  expect(copied).toHaveBeenCalledExactlyOnceWith('+12025550142')
})
