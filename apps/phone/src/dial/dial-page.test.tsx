// @vitest-environment jsdom
import { createStore } from '@parley/primitives'
import { act, cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { queryKeys } from '../api/query-keys.ts'
import { callFixture, createLocalCall } from '../current-call/call.fixture.ts'
import { noCalls } from '../current-call/manager/call-manager-state.ts'
import { createFakeCallManager, emptyResponses, uncheckedNumber } from '../phone.fixture.ts'
import { type Me, PhoneContext, usePhone } from '../phone-context.tsx'
import type { PresenceByUser } from '../presence/track-presence.ts'
import { renderScreen } from '../render-screen.fixture.tsx'
import { DialPage } from './dial-page.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const colleague = { userId: '00000000-0000-4000-8000-000000000011', name: 'Élodie', number: '+15550142' }

const ownNumber = (number: string) => ({
  number,
  source: 'trunk' as const,
  trunkName: 'Office',
  label: null,
  ringsFor: 'workspace' as const,
})

type Check = Partial<typeof uncheckedNumber>

async function showDialPage(me: Partial<Me> = {}, check: Check | ((typed: string) => Check) = {}) {
  const dial = vi.fn()
  const callManager = createFakeCallManager(undefined, { dial })
  await renderScreen({
    screens: { '/dial': DialPage, '/app-config': () => null },
    path: '/dial',
    me,
    responses: {
      ...emptyResponses,
      'GET /colleagues': ({ query }) => {
        const isFound = 'élodie elodie +15550142'.includes(query?.search ?? '')
        return { items: isFound ? [colleague] : [], nextCursor: null }
      },
      'POST /numbers/check': ({ body }) => ({
        ...uncheckedNumber,
        number: colleague.number,
        ...(typeof check === 'function' ? check(body.typed) : check),
      }),
    },
    phone: {
      callManager,
      presence: { ...createStore<PresenceByUser>(new Map([[colleague.userId, 'in-call']])), close() {} },
    },
  })
  return { dial, callManager, box: await screen.findByRole('textbox', { name: 'Number or name' }) }
}

test('ZR129: a colleague is found by name with their presence, and one click calls them', async () => {
  const { dial, box } = await showDialPage()

  await userEvent.type(box, 'elo')
  const matches = await screen.findByRole('region', { name: 'Colleagues' })
  await userEvent.click(within(matches).getByRole('button', { name: /Élodie.*,\s*In a call$/ }))

  expect(dial).toHaveBeenCalledExactlyOnceWith({ to: '+15550142', from: undefined, title: 'Élodie' })
})

test('the proposed caller ID is shown, and a chosen one is sent once', async () => {
  const numbers = ['+12125552361', '+12125552362'].map(ownNumber)
  const { dial, box } = await showDialPage({ numbers }, { from: '+12125552362' })
  const call = () => userEvent.click(screen.getByRole('button', { name: /^Call Élodie/ }))
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Call from' })

  await userEvent.type(box, '+15550142')
  await vi.waitFor(() => expect(select.value).toBe('+12125552362'))
  await userEvent.selectOptions(select, '+12125552361')
  await call()
  await userEvent.type(box, '+15550142')
  await vi.waitFor(() => expect(select.value).toBe('+12125552362'))
  await call()

  expect(dial.mock.calls.map(([{ from }]) => from)).toEqual(['+12125552361', undefined])
})

test('Enter chooses a colleague by name, and the call button shows the name', async () => {
  const { box } = await showDialPage()

  await userEvent.type(box, 'elo{Enter}')

  expect(await screen.findByRole('button', { name: 'Call Élodie' })).toBeDefined()
  expect((box as HTMLInputElement).value).toBe('+1 555 0142')
})

/** Guarantee: a number with an extension can be called, however the extension is written. */
test.each([
  ['typed', '+1 555 0121 ext 12'],
  ['typed', '+1 555 0121 extension 12'],
  ['typed', '+1 555 0121 Durchwahl 12'],
  ['typed', 'tel:+15550121;ext=12'],
  ['pasted', '+1 555 0121 ext. 12'],
  ['pasted', '+1 555 0121 Durchwahl 12'],
  ['pasted', 'tel:+15550121;ext=12'],
])('%s, %j is called with Enter', async (how, text) => {
  const { box, dial } = await showDialPage({ hasTrunk: true }, { ...uncheckedNumber, number: '+15550121' })

  await userEvent.click(box)
  await (how === 'typed' ? userEvent.type(box, text) : userEvent.paste(text))
  await screen.findByText(/^Allowed$/)
  expect(screen.queryByText(/^No contact or colleague/)).toBeNull()
  await userEvent.keyboard('{Enter}')

  expect(dial.mock.calls.map(([{ to }]) => to)).toEqual(['+1 555 0121 ext 12'])
})

test.each(['3M', '24 Hour Fitness', '+1 555 0121 Grace'])('%j is a name', async (text) => {
  const { box } = await showDialPage()

  await userEvent.type(box, text)

  expect(await screen.findByText(/^No contact or colleague/, { selector: '[role=status]' })).toBeDefined()
})

test('the word for an extension is not looked up as a name while it is typed', async () => {
  const { box } = await showDialPage()

  await userEvent.type(box, '+1 555 0121 exte')
  await screen.findByText('Esc clears')
  // The lookup of a name would have answered by then.
  await userEvent.type(box, '{Backspace}')

  expect((box as HTMLInputElement).value).toBe('+1 555 0121 ext')
  expect(screen.queryByText(/^No contact or colleague/)).toBeNull()
})

const noTrunk = { code: 'NO_TRUNK', message: '', nextStep: 'open-trunks' } as const

/** Guarantee: a user learns before the call, and not by a failed call, that it needs a trunk. */
test.each([
  ['a number that the service rejects', noTrunk],
  ['a number that no colleague has', null],
])('without a trunk, %s says so, and who can add one', async (_, refusal) => {
  const outside = { number: '+15550177', refusal }
  const { box } = await showDialPage({ areTrunksGranted: true, isPhoneAdmin: false }, outside)

  await userEvent.type(box, outside.number)

  const sentence = /^No trunk is connected: calls to outside numbers need one\./
  const note = await screen.findByText(sentence, { selector: 'li span' })
  expect(note.textContent).toContain('Ask an administrator to add one.')
  expect(screen.queryByText('Allowed')).toBeNull()
})

test('without a trunk, an administrator gets a link to the configuration', async () => {
  const { box } = await showDialPage(
    { areTrunksGranted: true, isPhoneAdmin: true },
    { number: '+15550177', refusal: noTrunk },
  )

  await userEvent.type(box, '+15550177')

  const link = await screen.findByRole('link', { name: 'Open configuration' })
  expect(link.getAttribute('href')).toBe('/app-config')
})

test('the number of a colleague needs no trunk', async () => {
  const { box } = await showDialPage()

  await userEvent.type(box, colleague.number)

  expect(await screen.findByText('Allowed')).toBeDefined()
  await screen.findByRole('button', { name: 'Call Élodie' })
  expect(screen.queryByText(/^No trunk/)).toBeNull()
})

/** Guarantee: every match is reached with the arrow keys, and Enter calls it. */
test('arrow keys move from the field through the matches, and Enter calls the active one', async () => {
  const { box, dial } = await showDialPage()
  await userEvent.type(box, 'elo')
  const match = await screen.findByRole('button', { name: /Élodie.*,\s*In a call$/ })

  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(match)
  await userEvent.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(box)
  await userEvent.keyboard('{ArrowDown}{Enter}')

  expect(dial).toHaveBeenCalledExactlyOnceWith({ to: '+15550142', from: undefined, title: 'Élodie' })
})

const invalid = { code: 'NUMBER_NOT_VALID', message: '', nextStep: 'check-number' } as const

/** Guarantee: a number that is still being typed is not reported as wrong, but a wrong one is. */
test.each([true, false])(
  'a refused number that is incomplete (%s) is reported only on Enter, and a wrong one immediately',
  async (isIncomplete) => {
    const { box } = await showDialPage(
      { hasTrunk: true },
      { number: null, country: 'US', isIncomplete, refusal: invalid },
    )

    await userEvent.type(box, '+1 212 55')
    await screen.findByText('United States')
    await vi.waitFor(() => expect(callButton().getAttribute('aria-disabled')).toBe('true'))

    const sentence = isIncomplete
      ? 'This number is incomplete. Enter its other digits.'
      : /^Call not placed: this number does not exist/
    expect(screen.queryByText(sentence, { selector: 'p, li' }) === null).toBe(isIncomplete)

    await userEvent.keyboard('{Enter}')
    expect(await screen.findByText(sentence, { selector: 'p, li' })).toBeDefined()
  },
)

const price = { kind: 'price', currency: 'EUR', perMinuteMicros: 45_000, setupFeeMicros: 0 } as const
const outside = { number: '+12125550177', country: 'US' } as const

/** Guarantee: a user sees the price of a call before they place it. */
test.each([
  ['a minute', price, '€0.045 a minute'],
  ['a minute and the set-up', { ...price, setupFeeMicros: 100_000 }, '€0.045 a minute and €0.10 per call'],
  ['a call that costs nothing', { kind: 'free' } as const, 'Free'],
  ['a call that the price table does not contain', { kind: 'unknown' } as const, 'Price unknown'],
])('the price of %s is shown before the call', async (_, checked, text) => {
  const { box, dial } = await showDialPage({ hasTrunk: true }, { ...outside, price: checked })

  await userEvent.type(box, outside.number)

  expect(await screen.findByText(text)).toBeDefined()
  expect(dial).not.toHaveBeenCalled()
})

test('without a price table, or before the number is checked, no price is shown', async () => {
  const { box } = await showDialPage({ hasTrunk: true }, { ...outside, price: null })

  await userEvent.type(box, outside.number)

  expect(await screen.findByText('Allowed')).toBeDefined()
  expect(screen.queryByText(/a minute|Free|Price/)).toBeNull()
})

test('the price of an earlier number is not shown for another one', async () => {
  const { box } = await showDialPage({ hasTrunk: true }, (typed) => ({
    ...outside,
    number: `+${typed.replaceAll(/\D/g, '')}`,
    price: typed.endsWith('77') ? price : { ...price, perMinuteMicros: 90_000 },
  }))
  await userEvent.type(box, outside.number)
  await screen.findByText('€0.045 a minute')

  await userEvent.type(box, '{Backspace}8')

  await vi.waitFor(() => expect(screen.queryByText('€0.045 a minute')).toBeNull())
  expect(await screen.findByText('€0.09 a minute')).toBeDefined()
})

test('a colleague in the current call is not offered for another call', async () => {
  const localCall = createLocalCall(callFixture)
  const state = { ...noCalls, localCalls: [localCall], activeKey: localCall.key }
  const { box, callManager } = await showDialPage()
  await userEvent.type(box, 'elo')
  await screen.findByRole('region', { name: 'Colleagues' })

  act(() => callManager.set(state))

  expect(screen.queryByRole('region', { name: 'Colleagues' })).toBeNull()
  expect(screen.queryByRole('button', { name: /Élodie/ })).toBeNull()
})

/** Guarantee: users type names on a phone, and see what matches without scrolling. */
test.each([
  ['narrow', false],
  ['wide', true],
])(
  'the field accepts letters, and matches of a name are above the keys only where the screen is narrow: %s',
  async (_, isWide) => {
    vi.stubGlobal('matchMedia', () => ({ matches: isWide, addEventListener() {}, removeEventListener() {} }))
    const { box } = await showDialPage()
    expect(box.getAttribute('inputmode')).toBe('text')

    await userEvent.type(box, 'elo')

    const matches = await screen.findByRole('region', { name: 'Colleagues' })
    const follows = screen.getByRole('group', { name: 'Keys' }).compareDocumentPosition(matches)
    expect(follows).toBe(isWide ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING)
  },
)

const callButton = () => screen.getByRole('button', { name: /^Call/ })

/** Renders the dial page beside another page, with checks and a user that the test changes. */
async function showChangingDialPage(numbers: readonly string[]) {
  const state = {
    check: { ...uncheckedNumber, number: '+12125550177' } as typeof uncheckedNumber,
    fails: false,
    numbers: numbers.map(ownNumber),
  }
  const update: { now: () => void } = { now() {} }
  function ChangingDialPage() {
    const phone = usePhone()
    const [me, setMe] = useState({ ...phone.me, numbers: state.numbers })
    update.now = () => setMe({ ...me, numbers: state.numbers })
    return (
      <PhoneContext value={{ ...phone, me }}>
        <DialPage />
      </PhoneContext>
    )
  }
  const dial = vi.fn()
  const { router, queryClient } = await renderScreen({
    screens: { '/dial': ChangingDialPage, '/app-config': () => null },
    path: '/dial',
    me: { hasTrunk: true },
    responses: {
      ...emptyResponses,
      'POST /numbers/check': ({ body }) => {
        if (state.fails) throw new Error('no connection')
        const isOwn = !body?.from || state.numbers.some(({ number }) => number === body.from)
        return isOwn ? state.check : { ...state.check, refusal: notYours }
      },
    },
    phone: { callManager: createFakeCallManager(undefined, { dial }) },
  })
  const box = () => screen.findByRole('textbox', { name: 'Number or name' })
  return { state, update, dial, router, queryClient, box }
}

const notYours = { code: 'CALLER_ID_NOT_YOURS', message: '', nextStep: 'choose-number' } as const

/** Guarantee: a refusal that no longer holds does not keep a user from calling. */
test('a refused number can be called as soon as the service allows it', async () => {
  const { state, router, box, dial } = await showChangingDialPage(['+12125552361'])
  state.check = { ...state.check, refusal: noTrunk }
  await userEvent.type(await box(), '+12125550177')
  await vi.waitFor(() => expect(callButton().getAttribute('aria-disabled')).toBe('true'))

  // The user connects a trunk.
  await act(() => router.navigate({ to: '/app-config' }))
  state.check = { ...state.check, refusal: null }
  await act(() => router.navigate({ to: '/dial' }))
  await userEvent.type(await box(), '+12125550177')

  await vi.waitFor(() => expect(callButton().getAttribute('aria-disabled')).toBeNull())
  await userEvent.click(callButton())
  expect(dial).toHaveBeenCalledOnce()
})

test('a selected number that the workspace no longer has is not used', async () => {
  const { state, update, box, dial } = await showChangingDialPage([
    '+12125552361',
    '+12125552362',
    '+12125552363',
  ])
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Call from' }), '+12125552362')

  state.numbers = ['+12125552361', '+12125552363'].map(ownNumber)
  act(() => update.now())
  await userEvent.type(await box(), '+12125550177')

  await screen.findByText('Allowed')
  expect(callButton().getAttribute('aria-disabled')).toBeNull()
  await userEvent.click(callButton())
  expect(dial.mock.calls.map(([{ from }]) => from)).toEqual([undefined])
})

test('after a check that failed, the service decides when the user calls', async () => {
  const { state, queryClient, box } = await showChangingDialPage(['+12125552361'])
  state.check = { ...state.check, refusal: noTrunk }
  await userEvent.type(await box(), '+12125550177')
  await vi.waitFor(() => expect(callButton().getAttribute('aria-disabled')).toBe('true'))

  state.fails = true
  await act(() => queryClient.invalidateQueries({ queryKey: queryKeys.numberChecks.all }))

  await vi.waitFor(() => expect(callButton().getAttribute('aria-disabled')).toBeNull())
})
