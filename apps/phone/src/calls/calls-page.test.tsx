// @vitest-environment jsdom
import type { Call } from '@parley/contract/phone'
import { required } from '@parley/primitives'
import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { BlockedNumber } from '../blocking/use-blocked-numbers.ts'
import { callFixture, linus } from '../current-call/call.fixture.ts'
import { enUS } from '../i18n/en-US/index.ts'
import { ada, emptyResponses, type Responses } from '../phone.fixture.ts'
import { renderScreen } from '../render-screen.fixture.tsx'
import { CallsPage } from './calls-page.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const own: Call = { ...callFixture, name: 'Bakery', userId: ada.user.id, userName: 'Ada Lovell' }
const ofGrace: Call = {
  ...callFixture,
  id: '00000000-0000-4000-8000-0000000000c2',
  name: 'Florist',
  userId: '00000000-0000-4000-8000-00000000000b',
  userName: 'Grace Okafor',
}

async function showCalls(isPhoneAdmin: boolean, path = '/', firstCall = own, responses: Responses = {}) {
  const { requests } = await renderScreen({
    screens: { '/': CallsPage, '/contacts': CallsPage },
    path,
    me: { isPhoneAdmin },
    responses: {
      ...emptyResponses,
      'GET /calls': ({ query }) => ({
        items: query?.scope === 'workspace' ? [firstCall, ofGrace] : [firstCall],
        nextCursor: null,
      }),
      'GET /calls/{call}': ({ params }) => (params.call === firstCall.id ? firstCall : ofGrace),
      'GET /calls/missed/count': () => ({ count: 0 }),
      ...responses,
    },
  })
  const findRow = async (name: string) =>
    within(required((await screen.findByRole('link', { name })).closest('li'), 'the row of the call'))
  return { requests, findRow }
}

test('an administrator sees their own calls first, and those of the workspace with their owners', async () => {
  const { findRow } = await showCalls(true)
  expect((await findRow('Bakery')).queryByText(/Ada Lovell/)).toBeNull()

  await userEvent.click(screen.getByRole('button', { name: 'Everyone' }))

  expect((await findRow('Florist')).getByText(/Grace Okafor/)).toBeDefined()
  expect((await findRow('Bakery')).getByText(/Ada Lovell/)).toBeDefined()
})

test('a member sees their own calls only, also in a link to those of the workspace', async () => {
  const { requests, findRow } = await showCalls(false, '/?scope=workspace')
  await findRow('Bakery')

  expect(screen.queryByRole('button', { name: 'Everyone' })).toBeNull()
  const scopes = requests.flatMap(({ name, input }) => (name === 'GET /calls' ? [input.query?.scope] : []))
  expect(scopes).not.toContain('workspace')
})

test('the details of a call that continued for too long without a member say so', async () => {
  const ended: Call = { ...own, phase: 'ended', answeredAt: 1, endedAt: 9_000, endReason: 'without-member' }
  await showCalls(true, `/?call=${own.id}`, ended)

  expect(await screen.findByText(enUS['ended.without-member'])).toBeDefined()
  expect(screen.getAllByText(enUS['outcome.without-member'])).not.toEqual([])
})

test('an administrator sees who missed a call, in that of another member too', async () => {
  const toMember: Call = {
    ...own,
    answeredAt: null,
    endedAt: 9_000,
    phase: 'ended',
    endReason: 'no-answer',
    missedBy: ['Linus Berg'],
  }
  const { findRow } = await showCalls(true, '/?scope=workspace', toMember)
  expect((await findRow('Bakery')).getByText(/Ada Lovell · Missed by Linus Berg/)).toBeDefined()
  cleanup()

  const fromOutside: Call = { ...toMember, direction: 'incoming', userId: null, userName: null }
  const { findRow: findIncoming } = await showCalls(true, '/?scope=workspace', { ...fromOutside, legs: [] })
  expect((await findIncoming('Bakery')).getByText(/^Missed by Linus Berg/)).toBeDefined()
})

test('a member in a conference is among its participants, and administrators open the call of that member', async () => {
  const conference: Call = {
    ...own,
    conferenceLegs: [{ ...linus, name: 'Linus Berg' }],
    memberCalls: [{ id: ofGrace.id, userName: 'Grace Okafor' }],
  }
  await showCalls(true, `/?call=${own.id}`, conference)
  const drawer = within(await screen.findByRole('dialog'))

  expect(await drawer.findByText('Linus Berg')).toBeDefined()
  await userEvent.click(drawer.getByRole('link', { name: 'Grace Okafor' }))

  expect(await screen.findByText('Call of Grace Okafor')).toBeDefined()
})

test('the details of a call of another member name them', async () => {
  await showCalls(true, `/?call=${ofGrace.id}`)

  expect(await screen.findByText('Call of Grace Okafor')).toBeDefined()
})

test('the button of a conference names the party that it calls, and the number that it adds', async () => {
  const conference: Call = {
    ...callFixture,
    phase: 'ended',
    endedAt: 9_000,
    legs: [...callFixture.legs, linus],
  }
  const { findRow } = await showCalls(true, '/', conference)

  const row = await findRow('Grace and Linus')
  expect(row.getByRole('button', { name: 'Call Grace' })).toBeDefined()
  await userEvent.click(row.getByRole('link', { name: 'Grace and Linus' }))
  const drawer = within(await screen.findByRole('dialog'))
  expect(await drawer.findByRole('button', { name: 'Call Grace' })).toBeDefined()
  expect(drawer.getByRole('link', { name: 'Add +1 555 0142 to contacts' })).toBeDefined()
})

test('a user blocks and unblocks a caller in the row of the call', async () => {
  const caller: Call = { ...own, direction: 'incoming', number: '+12125550142', legs: [] }
  let items: readonly BlockedNumber[] = []
  const { findRow, requests } = await showCalls(false, '/', caller, {
    'GET /blocked-numbers': () => ({ items: [...items], areAnonymousCallersBlocked: false }),
    'POST /blocked-numbers': ({ body }) => {
      const added = { ...body, id: ofGrace.id, blockedByName: 'Ada Lovell', blockedAt: 0 }
      items = [added]
      return added
    },
    'DELETE /blocked-numbers/{number}': () => {
      items = []
      return { success: true }
    },
  })
  const row = await findRow('Bakery')

  await userEvent.click(row.getByRole('button', { name: 'Block +1 212 555 0142' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Block' }))
  await userEvent.click(await row.findByRole('button', { name: 'Unblock +1 212 555 0142' }))

  expect(await row.findByRole('button', { name: 'Block +1 212 555 0142' })).toBeDefined()
  const changes = requests.filter(({ name }) => /^(POST|DELETE) .blocked/.test(name))
  expect(changes).toEqual([
    { name: 'POST /blocked-numbers', input: { body: { number: '+12125550142', scope: 'own' } } },
    { name: 'DELETE /blocked-numbers/{number}', input: { params: { number: ofGrace.id } } },
  ])
})

test.each([
  ['an outgoing call', { direction: 'outgoing' }],
  ['a caller without a number', { number: null }],
  ['a service', { service: 'echo' }],
  ['an extension of a PBX', { number: '12' }],
] as const)('the row of %s blocks no number', async (_, changes) => {
  const call: Call = { ...own, direction: 'incoming', legs: [], ...changes }
  const { findRow } = await showCalls(false, '/', call)
  const [link] = await screen.findAllByRole('link', { name: /Bakery|Echo/ })

  const row = await findRow(required(link?.textContent, 'the name of the row'))
  expect(row.queryByRole('button', { name: /^Block/ })).toBeNull()
})

const withMessage: Call = {
  ...own,
  direction: 'incoming',
  phase: 'ended',
  answeredAt: null,
  endedAt: 60_000,
  endReason: 'voicemail',
  voicemail: { mailbox: 'own', durationMs: 12_000, dealtWith: null },
}

test('a call with a message shows in the list that it is new and how long it is', async () => {
  const { findRow } = await showCalls(false, '/', withMessage)

  const row = await findRow('Bakery')
  expect(row.getByText('New')).toBeDefined()
  expect(row.getByText('12 s')).toBeDefined()
})

test('the details of a call with a message mark it as dealt with and delete it', async () => {
  const { requests } = await showCalls(false, `/?call=${withMessage.id}`, withMessage, {
    'PUT /voicemails/{call}/dealt-with': () => ({ success: true }),
  })
  const drawer = within(await screen.findByRole('dialog'))

  await userEvent.click(
    await drawer.findByRole('button', { name: 'Mark the message from Bakery as dealt with' }),
  )

  expect(drawer.getByRole('button', { name: 'Delete the message from Bakery' })).toBeDefined()
  expect(requests.find(({ name }) => name === 'PUT /voicemails/{call}/dealt-with')?.input).toEqual({
    params: { call: withMessage.id },
    body: { isDealtWith: true },
  })
})

test('the own number is shown above the calls, and copied in E.164', async () => {
  const user = userEvent.setup()
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const number = { source: 'carrier', trunkName: null, label: null } as const
  await renderScreen({
    screens: { '/': CallsPage },
    path: '/',
    me: {
      numbers: [
        { ...number, number: '+15550142', ringsFor: 'workspace' },
        { ...number, number: '+15550120', ringsFor: 'me' },
      ],
    },
    responses: { ...emptyResponses, 'GET /calls/missed/count': () => ({ count: 0 }) },
  })

  expect(await screen.findByText('Your number: +1 555 0120')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Copy +1 555 0120' }))

  expect(copied).toHaveBeenCalledExactlyOnceWith('+15550120')
})

const noCallsAtAll = {
  'GET /calls': () => ({ items: [], nextCursor: null }),
  'GET /voicemails': () => ({ items: [], nextCursor: null }),
}

/** Guarantee: an empty list says what to do, and leads back to the calls. */
test.each([
  ['missed', 'No missed calls. A call that you do not answer is listed here.'],
  ['recorded', enUS['calls.none-recorded']],
  ['assigned', 'No calls are assigned to you. Open a call to assign it to yourself or to a colleague.'],
  ['open-items', 'No call has an open action item. Open a call to add one.'],
  ['voicemail', enUS['voicemail.none']],
])('the empty list “%s” says what to do, and has a way to all calls', async (filter, sentence) => {
  await showCalls(false, `/?filter=${filter}`, own, noCallsAtAll)
  expect(await screen.findByText(sentence)).toBeDefined()

  await userEvent.click(screen.getByRole('link', { name: 'Show all calls' }))

  const all = screen.getByRole('button', { name: 'All' })
  await vi.waitFor(() => expect(all.getAttribute('aria-pressed')).toBe('true'))
})

test('a search of the calls that finds nothing is cleared with one click', async () => {
  await showCalls(false, '/', own, {
    'GET /calls': ({ query }) => ({ items: query?.search ? [] : [own], nextCursor: null }),
  })
  await userEvent.type(await screen.findByRole('searchbox'), 'grase')
  expect(await screen.findByText(/^No call matches “grase”\. Check the spelling/)).toBeDefined()

  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }))

  expect(await screen.findByRole('link', { name: 'Bakery' })).toBeDefined()
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
})

test('the first call is placed with a button in the colour of calls', async () => {
  const echo = { number: '+15550100', service: 'echo' } as const
  await renderScreen({
    screens: { '/': CallsPage },
    path: '/',
    me: { directory: [echo as never] },
    responses: { ...emptyResponses, ...noCallsAtAll, 'GET /calls/missed/count': () => ({ count: 0 }) },
  })

  const call = await screen.findByRole('button', { name: /^Call Echo/ })

  expect(call.className).toContain('positive-fill')
})

/** Guarantee: the arrow keys move through the calls. */
test('arrow keys move from the search through the calls and back', async () => {
  await showCalls(false, '/', own, {
    'GET /calls': () => ({ items: [own, ofGrace], nextCursor: null }),
  })
  await screen.findByRole('link', { name: 'Florist' })
  const search = screen.getByRole('searchbox')
  search.focus()

  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Bakery' }))
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Florist' }))
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  expect(document.activeElement).toBe(search)
})
