// @vitest-environment jsdom
import type { Call } from '@parley/contract/phone'
import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { createFakeCallManager, emptyResponses } from '../../phone.fixture.ts'
import { renderScreen } from '../../render-screen.fixture.tsx'
import { useCallShortcuts } from '../../settings/use-call-shortcuts.ts'
import { callFixture, createLocalCall } from '../call.fixture.ts'
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
  sendToVoicemail?: () => Promise<void>
}

/** A call that rings, alone or during another call. */
async function showIncoming({
  call = {},
  during = 'no call',
  workspaceId = '00000000-0000-4000-8000-00000000000f',
  sendToVoicemail = async () => undefined,
}: Options = {}) {
  const incoming = {
    workspaceId,
    call: { ...ringing, ...call },
    manner: 'show',
    lastNotes: 'Wants two cakes by Friday',
    isAnswering: false,
  } as const
  const state: CallManagerState =
    during === 'no call'
      ? { ...noCalls, incoming: [incoming] }
      : { ...noCalls, incoming: [incoming], localCalls: [active], activeKey: active.key }
  const callManager = createFakeCallManager(state, { sendToVoicemail: vi.fn(sendToVoicemail) })
  await renderScreen({
    screens: {
      '/': () => {
        useCallShortcuts(() => undefined)
        return <CurrentCallPanel isOpen={false} onOpenChange={() => undefined} />
      },
    },
    path: '/',
    responses: emptyResponses,
    phone: { callManager },
  })
  return { callManager, dialog: within(await screen.findByRole('alertdialog')) }
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
