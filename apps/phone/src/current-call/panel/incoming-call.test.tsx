// @vitest-environment jsdom
import type { Call } from '@parley/contract/phone'
import { act, cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { createFakeCallManager, emptyResponses } from '../../phone.fixture.ts'
import { renderScreen } from '../../render-screen.fixture.tsx'
import { shortcutsSetting } from '../../settings/shortcuts-setting.ts'
import { useCallShortcuts } from '../../settings/use-call-shortcuts.ts'
import { callFixture, createLocalCall, linus } from '../call.fixture.ts'
import { type CallManagerState, noCalls } from '../manager/call-manager-state.ts'
import { CurrentCallPanel } from './current-call-panel.tsx'

afterEach(cleanup)

const ringing: Call = {
  ...callFixture,
  id: '00000000-0000-4000-8000-0000000000c2',
  direction: 'incoming',
  phase: 'ringing',
  number: '+12125550187',
  name: 'Linus',
  answeredAt: null,
  legs: [],
}
const active = createLocalCall(callFixture)

interface Options {
  call?: Partial<Call>
  during?: 'no call' | 'a call'
  workspaceId?: string
  isForUserAlone?: boolean
  sendToVoicemail?: () => Promise<void>
}

/** A call that rings, alone or during another call. */
async function showIncoming({
  call = {},
  during = 'no call',
  workspaceId = '00000000-0000-4000-8000-00000000000f',
  isForUserAlone = true,
  sendToVoicemail = async () => undefined,
}: Options = {}) {
  const incoming = {
    workspaceId,
    call: { ...ringing, ...call },
    presentation: 'show',
    notifies: false,
    isForUserAlone,
    lastNotes: 'Wants two cakes by Friday',
    isAnswering: false,
  } as const
  const state: CallManagerState =
    during === 'no call'
      ? { ...noCalls, incoming: [incoming] }
      : { ...noCalls, incoming: [incoming], localCalls: [active], activeKey: active.key }
  const callManager = createFakeCallManager(state, { sendToVoicemail: vi.fn(sendToVoicemail) })
  const { requests } = await renderScreen({
    screens: {
      '/': () => {
        useCallShortcuts({ onHelp: () => undefined, onShowTool: () => undefined })
        return <CurrentCallPanel isOpen={false} onOpenChange={() => undefined} />
      },
    },
    path: '/',
    responses: {
      ...emptyResponses,
      'POST /blocked-numbers': ({ body }) => ({ ...body, id: ringing.id, blockedByName: null, blockedAt: 0 }),
    },
    phone: { callManager },
  })
  return { callManager, requests, dialog: within(await screen.findByRole('alertdialog')) }
}

test.each(['no call', 'a call'] as const)(
  'a call that rings during %s shows name, number and the last note of the caller',
  async (during) => {
    const { dialog } = await showIncoming({ during })

    expect(dialog.getByText(/^Linus/)).toBeDefined()
    expect(dialog.getByText('+1 212 555 0187')).toBeDefined()
    expect(dialog.getByText('Wants two cakes by Friday')).toBeDefined()
  },
)

test('a second call from an unknown number shows the number once', async () => {
  const { dialog } = await showIncoming({ during: 'a call', call: { name: null } })

  expect(dialog.getAllByText(/212 555 0187/)).toHaveLength(1)
})

test.each(['no call', 'a call'] as const)(
  'the user sends a call that rings during %s to voicemail, once',
  async (during) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { dialog, callManager } = await showIncoming({ during, sendToVoicemail: () => promise })
    const button = dialog.getByRole('button', { name: 'Voicemail' })

    await userEvent.click(button)
    await userEvent.click(button)

    expect(callManager.sendToVoicemail).toHaveBeenCalledExactlyOnceWith(ringing.id)
    expect(button.getAttribute('aria-busy')).toBe('true')
    resolve()
    await vi.waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull())
  },
)

test.each(['no call', 'a call'] as const)(
  'V sends a call that rings during %s to voicemail',
  async (during) => {
    const { callManager } = await showIncoming({ during })

    await userEvent.keyboard('v')

    expect(callManager.sendToVoicemail).toHaveBeenCalledExactlyOnceWith(ringing.id)
  },
)

test('a second call in another workspace can be sent to its voicemail', async () => {
  const { dialog } = await showIncoming({ during: 'a call', workspaceId: 'bakery' })

  expect(dialog.queryByRole('button', { name: 'Hold and answer' })).toBeNull()
  expect(dialog.getByRole('button', { name: 'Voicemail' })).toBeDefined()
})

test('a call that was answered before and has returned is not offered to voicemail', async () => {
  const { dialog, callManager } = await showIncoming({ call: { answeredAt: 5_000 } })

  expect(dialog.queryByRole('button', { name: 'Voicemail' })).toBeNull()
  expect(dialog.getByText('A to answer, D to decline')).toBeDefined()
  await userEvent.keyboard('v')
  expect(callManager.sendToVoicemail).not.toHaveBeenCalled()
})

test('the user blocks a caller while the call rings', async () => {
  const { requests, dialog } = await showIncoming()

  await userEvent.click(dialog.getByRole('button', { name: 'Block +1 212 555 0187' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Block' }))

  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(requests).toContainEqual({
    name: 'POST /blocked-numbers',
    input: { body: { number: '+12125550187', scope: 'own' } },
  })
})

test('a caller of another workspace is not blocked for the open one', async () => {
  const { dialog } = await showIncoming({ workspaceId: 'bakery' })

  expect(dialog.queryByRole('button', { name: /^Block/ })).toBeNull()
})

test.each([
  ['of an incoming call', { direction: 'incoming' }, 1],
  ['of an outgoing call', { direction: 'outgoing' }, 0],
  ['of a conference', { direction: 'incoming', legs: [...callFixture.legs, linus] }, 0],
] as const)('the panel %s blocks the caller only where that is one party', async (_, changes, shown) => {
  const talking = createLocalCall({ ...callFixture, number: '+12125550142', ...changes } as Call)
  await renderScreen({
    screens: { '/': () => <CurrentCallPanel isOpen onOpenChange={() => undefined} /> },
    path: '/',
    responses: emptyResponses,
    phone: {
      callManager: createFakeCallManager({ ...noCalls, localCalls: [talking], activeKey: talking.key }),
    },
  })
  await screen.findByRole('button', { name: /^(Hang up|End for everyone)$/ })

  expect(screen.queryAllByRole('button', { name: 'Block +1 212 555 0142' })).toHaveLength(shown)
})

/** Guarantee: no caller rings unseen. */
test.each([
  ['no call', 'Answer'],
  ['a call', 'Hold and answer'],
] as const)(
  'each of two calls that ring during %s is answered, declined or sent to voicemail',
  async (during, label) => {
    const { callManager } = await showIncoming({ during })
    const [first] = callManager.get().incoming
    if (!first) throw new Error('No call rings.')
    const other = { ...first, call: { ...ringing, id: 'other', name: 'Hedy', number: '+12125550188' } }
    const actions = { answer: vi.fn(), decline: vi.fn(async () => undefined) }
    Object.assign(callManager, actions)
    act(() => callManager.set({ ...callManager.get(), incoming: [first, other] }))

    const row = within(screen.getByRole('alertdialog', { name: /^Hedy/ }))
    expect(row.getByText('+1 212 555 0188')).toBeDefined()
    for (const name of [label, 'Decline', 'Voicemail'])
      await userEvent.click(row.getByRole('button', { name }))

    expect(screen.getByRole('alertdialog', { name: /^Linus/ })).toBeDefined()
    for (const action of [actions.answer, actions.decline, callManager.sendToVoicemail])
      expect(action).toHaveBeenCalledExactlyOnceWith('other')
  },
)

const keyHint = 'A to answer, D to decline, V to voicemail'

test.each(['no call', 'a call'] as const)(
  'the shortcuts of a call that rings during %s are shown, unless they are turned off',
  async (during) => {
    const { dialog } = await showIncoming({ during })
    expect(dialog.getByText(keyHint)).toBeDefined()

    act(() => shortcutsSetting.set('off'))
    expect(dialog.queryByText(keyHint)).toBeNull()
    act(() => shortcutsSetting.set('on'))
  },
)

test.each(['no call', 'a call'] as const)(
  'voicemail of a call that rings for several users during %s is offered as voicemail for everyone',
  async (during) => {
    const { dialog } = await showIncoming({ during, isForUserAlone: false })

    expect(dialog.getByRole('button', { name: 'Voicemail for everyone' })).toBeDefined()
  },
)

test.each(['no call', 'a call'] as const)(
  'a call that rings during %s says to which number it comes, and through what',
  async (during) => {
    await showIncoming({ during, call: { ownNumber: '+12125550100', via: ['Main menu', 'Sales'] } })

    const card = within(await screen.findByRole('alertdialog'))
    expect(card.getByText('To +1 212 555 0100')).toBeDefined()
    expect(card.getByText('Via Main menu and Sales')).toBeDefined()
  },
)
