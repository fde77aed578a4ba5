// @vitest-environment jsdom
import { createStore, required } from '@parley/primitives'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callFixture, consultationFixture, createLocalCall, grace } from '../current-call/call.fixture.ts'
import { type CallManagerState, noCalls } from '../current-call/manager/call-manager-state.ts'
import type { CallTool } from '../current-call/tools/call-controls.tsx'
import { createFakeCallManager, emptyResponses, type Responses, uncheckedNumber } from '../phone.fixture.ts'
import type { Me } from '../phone-context.tsx'
import type { PresenceByUser } from '../presence/track-presence.ts'
import { renderScreen } from '../render-screen.fixture.tsx'
import { CommandPalette } from './command-palette.tsx'
import { PaletteButton } from './palette-button.tsx'
import { commandPalette } from './palette-store.ts'

/** Whether the page is as wide as that of a desktop. */
let isWide = true
beforeEach(() => {
  isWide = true
  vi.stubGlobal('matchMedia', () => ({ matches: isWide, addEventListener() {}, removeEventListener() {} }))
})
afterEach(() => {
  cleanup()
  commandPalette.set('closed')
  vi.unstubAllGlobals()
})

const elodie = { userId: '00000000-0000-4000-8000-000000000011', name: 'Élodie', number: '+15550143' }

interface PaletteOptions {
  readonly me?: Partial<Me>
  readonly state?: CallManagerState
  readonly responses?: Responses
}

async function showPage({ me, state, responses }: PaletteOptions = {}) {
  const [dial, showProblem, hangUp] = [vi.fn(), vi.fn(), vi.fn()]
  const [onOpenPage, onShowTool, tool] = [vi.fn(), vi.fn(), createStore<CallTool>('none')]
  const callManager = createFakeCallManager(state, { dial, showProblem, hangUp })
  const Page = () => (
    <main tabIndex={-1}>
      <PaletteButton />
      <textarea aria-label="Notes" />
      <textarea aria-label="Prompt" data-own-shortcuts />
      <CommandPalette onOpenPage={onOpenPage} onShowTool={onShowTool} />
    </main>
  )
  const screens = { '/': Page, '/contacts': Page, '/app-config/usage': Page, '/dial': Page }
  const { router, requests } = await renderScreen({
    screens,
    path: '/',
    me,
    responses: {
      ...emptyResponses,
      'GET /voicemails': () => ({ items: [], nextCursor: null }),
      'GET /colleagues': ({ query }) => {
        const isFound = 'elodie'.includes(query?.search?.toLowerCase() ?? '')
        return { items: isFound ? [elodie] : [], nextCursor: null }
      },
      'POST /numbers/check': ({ body }) => ({ ...uncheckedNumber, number: body.typed }),
      ...responses,
    },
    phone: {
      callManager,
      tool,
      presence: { ...createStore<PresenceByUser>(new Map([[elodie.userId, 'free']])), close() {} },
    },
  })
  await screen.findByLabelText('Notes')
  return { dial, showProblem, hangUp, onOpenPage, onShowTool, tool, callManager, router, requests }
}

const press = () => userEvent.keyboard('{Control>}k{/Control}')
const findInput = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Call, open or go' })
const listOptions = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

/** Returns the row that Enter chooses. */
function activeRow(): string | null {
  const id = screen.getByRole('combobox').getAttribute('aria-activedescendant')
  return id === null ? null : required(document.getElementById(id), 'the active row').textContent
}

async function openAndType(text: string) {
  await press()
  await userEvent.type(await findInput(), text)
}

test('Ctrl K opens the palette with the focus in its input, and Escape closes it and returns the focus', async () => {
  await showPage()
  const notes = screen.getByLabelText('Notes')
  notes.focus()

  await press()
  const input = await findInput()
  expect(document.activeElement).toBe(input)
  await userEvent.keyboard('{Escape}')

  await waitFor(() => expect(document.activeElement).toBe(notes))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('on Apple devices, Command K opens the palette and Ctrl K is not taken from text fields', async () => {
  vi.stubGlobal('navigator', Object.create(navigator, { platform: { value: 'MacIntel' } }))
  await showPage()

  await press()
  expect(screen.queryByRole('dialog')).toBeNull()
  await userEvent.keyboard('{Meta>}k{/Meta}')

  expect(await findInput()).toBeDefined()
})

test('the palette is opened by a button, and a second Ctrl K closes it', async () => {
  await showPage()

  await userEvent.click(screen.getByRole('button', { name: 'Search everything' }))
  await findInput()
  await press()

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a colleague is found without accents and called with Enter', async () => {
  const { dial } = await showPage()

  await openAndType('ELO')
  await waitFor(() => expect(activeRow()).toMatch(/^Call Élodie.*Free/))
  await userEvent.keyboard('{Enter}')

  expect(dial).toHaveBeenCalledExactlyOnceWith({ to: '+15550143', from: undefined, title: 'Élodie' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('with Ctrl, Enter opens the colleague instead of calling', async () => {
  const { dial, onOpenPage, router } = await showPage()

  await openAndType('elo')
  await waitFor(() => expect(activeRow()).toMatch(/^Call Élodie/))
  await userEvent.keyboard('{Control>}{Enter}{/Control}')

  await waitFor(() => expect(router.state.location.search).toMatchObject({ colleague: elodie.userId }))
  expect(dial).not.toHaveBeenCalled()
  expect(onOpenPage).toHaveBeenCalledOnce()
})

/** Guarantee: Enter calls no one whom the user has not seen selected: not before a search has its results. */
test('Enter does nothing before the results of the input are known, and without an input', async () => {
  const answers: (() => void)[] = []
  const { dial } = await showPage({
    responses: {
      'GET /calls': () => ({ items: [{ ...callFixture, phase: 'ended', endedAt: 1 }], nextCursor: null }),
      'GET /colleagues': ({ query }) =>
        new Promise((resolve) => {
          const respond = () => resolve({ items: [elodie], nextCursor: null })
          if (query?.search === 'elo') answers.push(respond)
          else respond()
        }),
    },
  })

  await press()
  await waitFor(() => expect(listOptions()[0]).toMatch(/^Call Grace/))
  await userEvent.keyboard('{Enter}')
  await userEvent.type(await findInput(), 'elo')
  await waitFor(() => expect(answers.length).toBeGreaterThan(0))
  await userEvent.keyboard('{Enter}')
  expect(activeRow()).toBeNull()
  for (const answer of answers) answer()
  await waitFor(() => expect(activeRow()).toMatch(/^Call Élodie/))

  expect(dial).not.toHaveBeenCalled()
})

test('a typed number is called as in the dial pad, unless the service refuses it', async () => {
  const refusal = { code: 'PREMIUM_NUMBER', message: '', nextStep: null } as never
  const { dial } = await showPage({
    responses: {
      'POST /numbers/check': ({ body }) => ({
        ...uncheckedNumber,
        number: '+12125550177',
        country: 'US',
        refusal: body.typed.endsWith('9') ? refusal : null,
      }),
    },
  })

  await openAndType('2125550179')
  await screen.findByText('Call not placed: this is a premium-rate number.')
  await userEvent.keyboard('{ArrowDown}')
  const row = screen.getByRole('option', { name: /^Call\s*\+1 212 555 0177/ })
  expect(row.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(row)
  expect(dial).not.toHaveBeenCalled()
  await userEvent.keyboard('{Backspace}7')
  await waitFor(() => expect(activeRow()).toMatch(/^Call \+1 212 555 0177, United States/))
  await userEvent.keyboard('{Enter}')

  expect(dial).toHaveBeenCalledExactlyOnceWith({ to: '2125550177', from: undefined, title: undefined })
})

test('an incomplete number is called incomplete', async () => {
  const refusal = { code: 'INVALID_NUMBER', message: '', nextStep: null } as never
  await showPage({
    responses: { 'POST /numbers/check': () => ({ ...uncheckedNumber, refusal, isIncomplete: true }) },
  })

  await openAndType('+49 30')

  await screen.findByText('This number is incomplete. Enter its other digits.')
})

/** Guarantee (ZR974): Enter calls a typed number only after its check. */
test('while a typed number is checked, Enter does nothing, and a colleague with that number has another row', async () => {
  const answers: (() => void)[] = []
  const { dial } = await showPage({
    responses: {
      'GET /colleagues': () => ({ items: [elodie], nextCursor: null }),
      'POST /numbers/check': ({ body }) =>
        new Promise((resolve) => answers.push(() => resolve({ ...uncheckedNumber, number: body.typed }))),
    },
  })

  await openAndType('+15550143')
  await screen.findByRole('option', { name: /^Call\s*Élodie/ })
  await waitFor(() => expect(answers.length).toBeGreaterThan(0))
  await userEvent.keyboard('{Enter}')
  expect(activeRow()).toBeNull()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(activeRow()).toMatch(/^Call Élodie/)
  await userEvent.keyboard('{Backspace}3')
  for (const answer of answers) answer()
  await waitFor(() => expect(activeRow()).toMatch(/^Call \+1 555/))
  expect(screen.queryByRole('option', { name: /^Call\s*Élodie/ })).toBeNull()

  expect(dial).not.toHaveBeenCalled()
})

/** Guarantee: an emergency number that Parley cannot call is explained immediately, also in the palette. */
test('an emergency number is explained instead of called', async () => {
  const refusal = { code: 'EMERGENCY_NUMBER', message: '', nextStep: null } as never
  const { dial, showProblem } = await showPage({
    responses: { 'POST /numbers/check': () => ({ ...uncheckedNumber, refusal }) },
  })

  await openAndType('911')
  await waitFor(() => expect(activeRow()).toMatch(/^Call 911/))
  await userEvent.keyboard('{Enter}')

  await waitFor(() => expect(showProblem).toHaveBeenCalledOnce())
  expect(showProblem.mock.calls[0]?.[0].error.code).toBe('EMERGENCY_NUMBER')
  expect(dial).not.toHaveBeenCalled()
})

const localCall = createLocalCall({ ...callFixture, legs: [grace] })
const inCall = { ...noCalls, localCalls: [localCall], activeKey: localCall.key }

test('during a call, the palette says that another one holds it, and controls it', async () => {
  const directory = [{ number: '+15550111', service: 'hold', name: '', does: '' }] as const
  const { hangUp } = await showPage({ state: inCall, me: { directory: [...directory] } })

  await openAndType('elo')
  await waitFor(() => expect(activeRow()).toMatch(/^Hold and call Élodie.*Holds this call/))
  await userEvent.clear(await findInput())
  const controls = within(await screen.findByRole('group', { name: 'Do' })).getAllByRole('option')
  expect(controls.map(({ textContent }) => textContent)).toEqual([
    'Mute',
    'Hold',
    'Transfer',
    'Hang up',
    'New contact',
  ])
  // Also the name of a number for tests.
  await userEvent.type(await findInput(), 'hold')
  await waitFor(() => expect(activeRow()).toBe('Hold↵'))
  expect(screen.getByRole('option', { name: /^Hold and call\s*Puts you on hold/ })).toBeDefined()
  await userEvent.clear(await findInput())
  await userEvent.type(await findInput(), 'hang')
  await waitFor(() => expect(activeRow()).toMatch(/^Hang up/))
  await userEvent.keyboard('{Enter}')

  expect(hangUp).toHaveBeenCalledExactlyOnceWith(localCall.key)
})

test('Transfer opens the call where only a line shows it', async () => {
  const { onShowTool, tool } = await showPage({ state: inCall })

  await openAndType('transfer')
  await waitFor(() => expect(activeRow()).toMatch(/^Transfer/))
  await userEvent.keyboard('{Enter}')

  expect(tool.get()).toBe('transfer')
  expect(onShowTool).toHaveBeenCalledOnce()
})

test('the effect of hanging up is read below the label, in as many lines as it needs', async () => {
  const consulting = createLocalCall(consultationFixture)
  await showPage({ state: { ...noCalls, localCalls: [consulting], activeKey: consulting.key } })

  await press()
  const row = await screen.findByRole('option', { name: /^Hang up/ })
  const effect = within(row).getByText('Ends the call with Linus only.')

  expect(effect.className).toContain('block')
  expect(effect.closest('.truncate, .whitespace-nowrap')).toBeNull()
})

/** Guarantee (ZR973): Enter runs no row that the user has not seen selected, also when the call ends just before it. */
test.each([
  ['that was found first', 'hold', '', /^Hold↵/],
  ['that was chosen with the arrow keys', 'ho', '{ArrowDown}{ArrowUp}', /^Hold↵/],
])(
  'when the row %s disappears, Enter does nothing until another one is chosen',
  async (_, typed, keys, row) => {
    const directory = [{ number: '+15550111', service: 'hold', name: '', does: '' }] as const
    const { callManager, dial } = await showPage({ state: inCall, me: { directory: [...directory] } })
    await openAndType(typed)
    await screen.findByRole('option', { name: /^Hold and call\s*Puts you on hold/ })
    await waitFor(() => expect(activeRow()).toMatch(row))
    if (keys) await userEvent.keyboard(keys)
    expect(activeRow()).toMatch(row)

    act(() => callManager.set(noCalls))
    await screen.findByRole('option', { name: /^Call\s*Puts you on hold/ })
    await userEvent.keyboard('{Enter}')
    expect(activeRow()).toBeNull()
    // Nor does it choose a row with the same name of a later call.
    act(() => callManager.set(inCall))
    await screen.findByRole('option', { name: 'Hold' })
    expect(activeRow()).toBeNull()
    act(() => callManager.set(noCalls))
    await userEvent.keyboard('{ArrowDown}')
    expect(activeRow()).toMatch(/^Call\s*Puts you on hold/)
    expect(dial).not.toHaveBeenCalled()
  },
)

/** Guarantee (ZR973): the row that ends a call does not end another one. */
test('when the call ends, Enter on its row does not hang up the other call', async () => {
  const other = { ...localCall, key: 'key of the other call' }
  const localCalls = [localCall, other]
  const { callManager, hangUp } = await showPage({ state: { ...inCall, localCalls } })
  await openAndType('hang')
  await waitFor(() => expect(activeRow()).toMatch(/^Hang up/))

  act(() => callManager.set({ ...noCalls, localCalls: [other], activeKey: other.key }))
  expect(screen.getByRole('option', { name: 'Hang up' })).toBeDefined()
  await userEvent.keyboard('{Enter}')

  expect(activeRow()).toBeNull()
  expect(hangUp).not.toHaveBeenCalled()
})

/** Guarantee (ZR971): during a consultation, the palette ends only the call with the number of the transfer. */
test('during a consultation, Hang up of the palette returns to those who wait, and no transfer is offered', async () => {
  const consulting = createLocalCall(consultationFixture)
  const state = { ...noCalls, localCalls: [consulting], activeKey: consulting.key }
  const { callManager, hangUp } = await showPage({ state })
  const endConsultation = vi.fn(async () => undefined)
  Object.assign(callManager, { commands: { ...callManager.commands, endConsultation } })

  await press()
  await screen.findByRole('option', { name: /^Hang up/ })
  expect(screen.queryByRole('option', { name: 'Transfer' })).toBeNull()
  await userEvent.click(screen.getByRole('option', { name: /^Hang up.*Ends the call with Linus only/ }))

  expect(endConsultation).toHaveBeenCalledExactlyOnceWith(consulting.key, 'cancel')
  expect(hangUp).not.toHaveBeenCalled()
})

test('a page of the configuration is found by an administrator, not by another member', async () => {
  const { router } = await showPage({ me: { isPhoneAdmin: true } })
  await openAndType('usage')
  await waitFor(() => expect(activeRow()).toMatch(/^Usage/))
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toBe('/app-config/usage'))
  cleanup()

  await showPage({ me: { isPhoneAdmin: false } })
  await openAndType('usage')
  await screen.findByText('No contact, call or page matches “usage”.')
  expect(listOptions()).toEqual(['New contact “usage”↵'])
})

test('a contact is added with the name or the number that was typed', async () => {
  const { router } = await showPage()

  await openAndType('Grace Hopper')
  await userEvent.click(await screen.findByRole('option', { name: 'New contact “Grace Hopper”' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ edit: 'new', name: 'Grace Hopper' }))
  await openAndType('+15550177')
  await userEvent.click(await screen.findByRole('option', { name: 'New contact “+15550177”' }))

  await waitFor(() => expect(router.state.location.search).toEqual({ edit: 'new', number: '+15550177' }))
})

test('the palette does not open over a dialog, nor in an editor that handles the shortcut', async () => {
  await showPage()
  screen.getByLabelText('Prompt').focus()
  await press()
  expect(commandPalette.get()).toBe('closed')

  const dialog = document.body.appendChild(document.createElement('div'))
  dialog.setAttribute('role', 'dialog')
  screen.getByLabelText('Notes').focus()
  await press()
  expect(commandPalette.get()).toBe('closed')
  dialog.setAttribute('data-drawer', '')
  await press()
  dialog.remove()

  expect(await findInput()).toBeDefined()
})

test('an incoming call that lies over the page closes the palette, which does not open until it ends', async () => {
  isWide = false
  const { callManager } = await showPage()
  await press()
  await findInput()

  const call = { ...callFixture, phase: 'ringing' as const, direction: 'incoming' as const }
  const incoming = {
    workspaceId: 'w',
    call,
    presentation: 'ring' as const,
    notifies: false,
    isForUserAlone: true,
    lastNotes: '',
    isAnswering: false,
  }
  act(() => callManager.set({ ...noCalls, incoming: [incoming] }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await press()
  expect(commandPalette.get()).toBe('closed')
  act(() => callManager.set(noCalls))
  await press()

  expect(await findInput()).toBeDefined()
})

test('a failed search says why, and pages are still found', async () => {
  await showPage({
    responses: {
      'GET /contacts': () => {
        throw new Error('unreachable')
      },
    },
  })

  await openAndType('dial')

  expect((await screen.findByRole('alert')).textContent).toBe('Something went wrong. Try again.')
  expect(screen.getByRole('option', { name: 'Dial' })).toBeDefined()
})
