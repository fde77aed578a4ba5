// @vitest-environment jsdom
import type { analyses, Call } from '@parley/contract/phone'
import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import type { PhoneOutput } from '../../api/phone-api.ts'
import { callFixture } from '../../current-call/call.fixture.ts'
import { enUS } from '../../i18n/en-US/index.ts'
import { emptyResponses } from '../../phone.fixture.ts'
import { renderScreen } from '../../render-screen.fixture.tsx'
import { grace } from '../grace.fixture.ts'
import { Timeline } from './timeline.tsx'

afterEach(cleanup)

type Output = PhoneOutput<'GET /contacts/{contact}/timeline'>

const missed: Call = {
  ...callFixture,
  direction: 'incoming',
  phase: 'ended',
  endReason: 'voicemail',
  answeredAt: null,
  endedAt: 9_000,
  notes: 'Call back on Monday.',
  tags: ['Cake'],
  voicemail: { mailbox: 'own', durationMs: 12_000, dealtWith: null },
}
const comment = {
  id: '00000000-0000-4000-8000-0000000000d1',
  userId: '00000000-0000-4000-8000-0000000000a2',
  userName: 'Linus',
  text: 'I have called back.',
  createdAt: 20_000,
  editedAt: null,
}
const actionItem: analyses.ActionItem = {
  id: '00000000-0000-4000-8000-0000000000d2',
  text: 'Send the invoice',
  owner: { userId: null, name: 'Hedy' },
  dueOn: '2026-12-04',
  sources: [],
  done: null,
  edited: null,
}
const toEntry = (kind: Output['items'][number]['kind'], at: number) => ({
  kind,
  at,
  callId: missed.id,
  comment: kind === 'comment' ? comment : null,
  actionItem: kind === 'action-item' ? actionItem : null,
})

test('the timeline lists all kinds of entries in words, and filters them by kind', async () => {
  const { requests, router } = await renderScreen({
    screens: { '/contacts': () => <Timeline contactId={grace.id} /> },
    path: '/contacts',
    responses: {
      ...emptyResponses,
      'GET /contacts/{contact}/timeline': ({ query }) =>
        query?.kind === 'recording'
          ? { items: [], calls: [], nextCursor: null }
          : {
              items: [
                toEntry('comment', 20_000),
                toEntry('action-item', 11_000),
                toEntry('voicemail', 10_000),
                toEntry('notes', 9_000),
                toEntry('call', 0),
              ],
              calls: [missed],
              nextCursor: null,
            },
    },
  })
  const list = within(await screen.findByRole('list', { name: 'Timeline' }))
  const links = await list.findAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual([
    'Comment by Linus',
    'Open action item',
    'Voicemail',
    'Notes',
    enUS['outcome.voicemail'],
  ])
  expect(list.getByText('I have called back.')).toBeDefined()
  expect(list.getByText('Call back on Monday.')).toBeDefined()
  expect(list.getByText('12 s')).toBeDefined()
  expect(list.getByText('Send the invoice')).toBeDefined()
  expect(list.getByText('Hedy · due Dec 4, 2026')).toBeDefined()

  await userEvent.click(links[0] as HTMLElement)
  expect(router.state.location.search).toMatchObject({ call: missed.id })
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Recordings')

  expect(await screen.findByText(enUS['timeline.none-of-kind'])).toBeDefined()
  const kinds = requests.flatMap(({ name, input }) =>
    name === 'GET /contacts/{contact}/timeline' ? [input.query?.kind] : [],
  )
  expect(kinds).toEqual(['all', 'recording'])
})
