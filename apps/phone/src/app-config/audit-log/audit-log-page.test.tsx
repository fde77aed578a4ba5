// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { renderScreen } from '../../render-screen.fixture.tsx'
import { AuditLog } from './audit-log-page.tsx'

afterEach(cleanup)

const grace = '00000000-0000-4000-8000-0000000000a1'
const entry = {
  id: '7',
  at: Date.parse('2026-11-23T12:00:00Z'),
  userId: grace,
  apiKeyId: null,
  action: 'trunk.created',
  outcome: 'success',
  subject: { type: 'trunk', id: 'trunk-1' },
  ip: '203.0.113.9',
  userAgent: 'Browser',
  details: { host: '<b>sip.example.com</b>' },
} as const

/** An entry as a node of an earlier version sends it. */
function toEarlierEntry() {
  const { apiKeyId: _, ...earlier } = { ...entry, id: '5' }
  return earlier as typeof entry
}

async function openPage() {
  return await renderScreen({
    screens: { '/app-config/audit': AuditLog },
    path: '/app-config/audit',
    responses: {
      'GET /audit-entries': () => ({
        items: [
          entry,
          { ...entry, id: '6', userId: null, action: 'moon.landed', outcome: 'denied' },
          toEarlierEntry(),
        ],
        nextCursor: null,
      }),
      'GET /colleagues': () => ({
        items: [{ userId: grace, name: 'Grace', number: null, presence: null }],
        nextCursor: null,
      }),
    },
  })
}

test('an administrator reads what was done, by whom and from where, with the facts as text', async () => {
  await openPage()
  const table = await screen.findByRole('table', { name: 'Entries' })

  const [, first, second, third] = within(table).getAllByRole('row')

  expect(first?.textContent).toMatch(/Grace.*Trunk added.*sip\.example\.com<\/b>.*203\.0\.113\.9/)
  expect(second?.textContent).toMatch(/Parley, or a client that is not signed in.*moon\.landed \(denied\)/)
  expect(third?.textContent).toMatch(/Grace.*Trunk added/)
})

test('the entries of one member can be selected', async () => {
  const { requests } = await openPage()
  await screen.findByRole('option', { name: 'Grace' })

  await userEvent.selectOptions(screen.getByLabelText('Member'), 'Grace')

  await screen.findByRole('table', { name: 'Entries' })
  expect(requests.filter(({ name }) => name === 'GET /audit-entries').at(-1)?.input).toMatchObject({
    query: { userId: grace },
  })
})
