// @vitest-environment jsdom
import type { erasures } from '@parley/contract/phone'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { renderScreen } from '../../render-screen.fixture.tsx'
import { RetentionPage } from '../retention/retention-page.tsx'

afterEach(cleanup)

const zoe = '00000000-0000-4000-8000-0000000000a7'
const counts = {
  calls: 2,
  recordings: 4,
  voicemails: 0,
  transcripts: 1,
  notes: 1,
  comments: 0,
  mails: 0,
  contacts: 1,
  contactCopies: 0,
  importFiles: 0,
  rejectedCalls: 0,
  names: 0,
}
const running: erasures.Erasure = {
  id: '00000000-0000-4000-8000-0000000000e1',
  subject: 'number',
  lastDigits: '42',
  fingerprint: 'f1',
  requestedAt: Date.parse('2026-11-23T12:00:00Z'),
  requestedBy: zoe,
  requestedByName: 'Ada',
  completedAt: null,
  problem: 'audio-not-deleted',
  counts,
}
const complete: erasures.Erasure = {
  ...running,
  id: '00000000-0000-4000-8000-0000000000e2',
  subject: 'user',
  lastDigits: null,
  problem: null,
  completedAt: Date.parse('2026-11-23T12:02:00Z'),
}

async function openPage(preview: Partial<erasures.ErasurePreview> = {}) {
  return await renderScreen({
    screens: { '/app-config/retention': RetentionPage },
    path: '/app-config/retention',
    me: { isPhoneAdmin: true },
    responses: {
      'GET /retention': () => ({
        periods: { recordingDays: null, voicemailDays: null, transcriptDays: null, callDays: null },
        nextDeletionAt: null,
      }),
      'GET /erasures': () => ({ items: [running, complete], nextCursor: null }),
      'GET /former-members': () => ({ items: [{ userId: zoe, name: 'Zoe' }] }),
      'POST /erasures/preview': () => ({
        number: '+12125550142',
        name: null,
        counts,
        runningCalls: 1,
        callsWithOthers: 1,
        otherNumbers: 2,
        remaining: { blockedNumbers: 1, routing: 0, forwardings: 0 },
        erasedBeforeAt: null,
        ...preview,
      }),
      'POST /erasures': () => running,
    },
  })
}

/** Guarantee (ZR892): nothing is erased before the administrator has seen what it is, and has confirmed it. */
test('ZR892: an administrator sees what is erased and what remains, and confirms it once', async () => {
  const { requests } = await openPage()
  const sent = () => requests.filter(({ name }) => name === 'POST /erasures')
  await userEvent.type(await screen.findByLabelText('Telephone number'), '212 555 0142')
  await userEvent.click(screen.getByRole('button', { name: 'Erase…' }))

  const dialog = within(await screen.findByRole('alertdialog', { name: /\+1 212 555 0142/ }))
  for (const text of [
    '4 recordings.',
    '1 contact.',
    '1 call is in progress. Its data is deleted after its end.',
    'The contacts have 2 further numbers. Their calls are not erased.',
    '1 entry among the blocked numbers, so that the number stays blocked.',
  ])
    dialog.getByText(text)
  expect(dialog.queryByText('0 voicemails.')).toBeNull()
  expect(sent()).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Erase permanently' }))

  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(sent().map(({ input }) => input)).toMatchObject([{ body: { subject: { number: '212 555 0142' } } }])
})

test('a former member is chosen from a list, and nothing is sent without a choice', async () => {
  const { requests } = await openPage({ number: null, name: 'Zoe' })
  await userEvent.selectOptions(await screen.findByLabelText('Data of'), 'A former member')
  await userEvent.click(screen.getByRole('button', { name: 'Erase…' }))
  await screen.findByText('Choose a person.')
  expect(requests.some(({ name }) => name === 'POST /erasures/preview')).toBe(false)
  await screen.findByRole('option', { name: 'Zoe' })
  await userEvent.selectOptions(screen.getByLabelText('Former member'), 'Zoe')
  await userEvent.click(screen.getByRole('button', { name: 'Erase…' }))

  await screen.findByRole('alertdialog', { name: 'Erase the data of Zoe?' })
})

test('an erasure says why it is not complete, and a complete one has receipts', async () => {
  await openPage()
  const open = within((await screen.findByText('Number ending in 42')).closest('li') ?? document.body)
  open.getByText('In progress')
  open.getByText(/^Files of recordings have not been deleted/)
  expect(open.queryByRole('button')).toBeNull()

  const done = within(
    (await screen.findByRole('heading', { name: 'Former member' })).closest('li') ?? document.body,
  )
  done.getByRole('button', { name: 'Receipt (text)' })
  done.getByRole('button', { name: 'Receipt for programs (JSON)' })
})
