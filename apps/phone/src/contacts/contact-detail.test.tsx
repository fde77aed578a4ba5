// @vitest-environment jsdom
import { ToastProvider } from '@parley/ui'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { callFixture } from '../current-call/call.fixture.ts'
import { enUS } from '../i18n/en-US/index.ts'
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

test('a missed call with notes shows in words that it was missed', async () => {
  const missed = {
    ...callFixture,
    direction: 'incoming' as const,
    phase: 'ended' as const,
    endReason: 'missed' as const,
    answeredAt: null,
    notes: 'Call back on Monday.',
  }
  await renderScreen({
    screens: { '/contacts': () => <ContactDetail contactId={grace.id} isFullPage /> },
    path: '/contacts',
    responses: {
      ...emptyResponses,
      'GET /contacts/{contact}': () => grace,
      'GET /calls': () => ({ items: [missed], nextCursor: null }),
    },
  })

  expect(await screen.findByRole('link', { name: 'Call back on Monday.' })).toBeDefined()
  const isVisible = ({ className }: HTMLElement) => !className.includes('sr-only')
  expect(screen.getAllByText(enUS['outcome.missed']).filter(isVisible)).toHaveLength(1)
})
