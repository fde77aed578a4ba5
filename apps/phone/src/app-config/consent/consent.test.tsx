// @vitest-environment jsdom
import type { announcementLedger } from '@parley/contract/phone'
import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { renderScreen } from '../../render-screen.fixture.tsx'
import { ConsentPage } from './consent-page.tsx'

afterEach(cleanup)

const entry: announcementLedger.LedgerEntry = {
  id: '00000000-0000-4000-8000-0000000000b1',
  callId: '00000000-0000-4000-8000-0000000000c1',
  callStartedAt: Date.parse('2026-11-23T12:00:00Z'),
  legId: 'leg-1',
  userId: null,
  userName: null,
  number: '+12125550142',
  announcementId: null,
  language: 'en-US',
  sha256: '0123456789abcdef'.repeat(4),
  startedAt: Date.parse('2026-11-23T12:00:05Z'),
  endedAt: Date.parse('2026-11-23T12:00:08Z'),
  outcome: 'played',
}

test('an administrator sees who has heard which announcement, and finds those who have not', async () => {
  const erased = {
    ...entry,
    id: '00000000-0000-4000-8000-0000000000b2',
    number: null,
    outcome: 'interrupted',
  } as const
  const { requests } = await renderScreen({
    screens: { '/app-config/consent': ConsentPage, '/': () => null },
    path: '/app-config/consent',
    me: { isPhoneAdmin: true },
    responses: { 'GET /recording-announcements': () => ({ items: [entry, erased], nextCursor: null }) },
  })
  const table = within(await screen.findByRole('table', { name: 'Announcements' }))
  const [, first, second] = table.getAllByRole('row')
  expect(first?.textContent).toMatch(/\+1 212 555 0142Played to the end.*American English0123456789ab/)
  expect(second?.textContent).toMatch(/Not known, or erasedInterrupted/)

  await userEvent.selectOptions(screen.getByLabelText('Show'), 'Not played to the end')
  await userEvent.type(screen.getByLabelText('Until'), '2026-11-23')
  await screen.findByRole('table', { name: 'Announcements' })

  const { input } = requests.filter(({ name }) => name === 'GET /recording-announcements').at(-1) ?? {}
  // The whole day.
  expect(input).toMatchObject({ query: { filter: 'incomplete', until: new Date(2026, 10, 24).getTime() } })
})
