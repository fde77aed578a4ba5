// @vitest-environment jsdom
import type { Call } from '@parley/contract/phone'
import { createStore } from '@parley/primitives'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { DialPage } from '../../dial/dial-page.tsx'
import { renderScreen } from '../../render-screen.fixture.tsx'
import { type CallManagerState, noCalls } from '../manager/call-manager-state.ts'
import { CurrentCallPanel } from './current-call-panel.tsx'

// The user comes from the account service, which is not under test.
vi.mock('@parley/kit-react', () => ({ useUser: () => ({ listTeams: async () => [] }) }))
afterEach(cleanup)

const handset = createStore({
  connection: { phase: 'connected' },
  isMuted: false,
  microphoneLevel: 0,
  inboundLevel: 0,
  isTalkingWhileMuted: false,
  isPlaybackBlocked: false,
  stats: null,
})
const inCall = {
  ...noCalls,
  localCalls: [{ key: '1', title: '+1 555 0142', call: null, legId: null, sentDigits: '', handset }],
  activeKey: '1',
} as unknown as CallManagerState

const failed = {
  id: '00000000-0000-4000-8000-000000000001',
  direction: 'outgoing',
  phase: 'ended',
  number: '+15550142',
  name: null,
  answeredAt: null,
  endedAt: 1,
  endReason: 'trunk-down',
  sipAnswer: null,
  legs: [],
} as unknown as Call

/** The dial pad beside the call panel, for a user with an earlier call. */
async function showDialling({ endsAs }: { endsAs: Call | null }) {
  const state = createStore<CallManagerState>(noCalls)
  const end = () => state.set({ ...noCalls, ended: endsAs })
  const callManager = {
    ...state,
    dial: vi.fn(() => state.set(inCall)),
    hangUp: end,
    dismissEnded: () => state.set(noCalls),
  }
  await renderScreen({
    screens: {
      '/dial': () => (
        <>
          <main tabIndex={-1}>
            <DialPage />
          </main>
          <CurrentCallPanel isOpen={false} onOpenChange={() => undefined} />
        </>
      ),
    },
    path: '/dial',
    responses: {
      'GET /calls': () => ({ items: [], nextCursor: null }),
      'GET /contacts': () => ({ items: [], total: 0, nextCursor: null }),
      'POST /numbers/check': () => ({
        number: '+15550142',
        country: 'US',
        contact: null,
        service: null,
        timeZones: [],
        from: null,
        refusal: null,
      }),
    },
    me: {
      user: { id: 'ada', displayName: 'Ada Lovell', primaryEmail: 'ada@example.com' } as never,
      workspace: { id: 'w', displayName: 'Workshop' } as never,
      workspaces: [],
      homeCountry: 'US',
      numbers: [],
      directory: [],
      detachedKeepMs: 60_000,
    },
    phoneOverrides: {
      callManager,
      socket: createStore({ phase: 'ready', roundTripMs: 1, clockOffsetMs: 0 }),
      devices: createStore({ microphone: { phase: 'unknown' } }),
      levels: createStore({}),
      tool: createStore('none'),
      tones: { key: () => undefined },
    },
  })
  const box = await screen.findByLabelText('Number or name')
  return { box, callManager, end }
}

const focused = () => document.activeElement

/** Guarantee: a call can be made and ended by keyboard without losing the focus. */
test('Enter in the dial field moves the focus to the call, and hanging up returns it', async () => {
  const { box, callManager } = await showDialling({ endsAs: null })

  await userEvent.type(box, '+15550142{Enter}')
  const panel = await screen.findByRole('complementary', { name: 'Current call' })
  await waitFor(() => expect(focused()).toBe(panel))
  expect(callManager.dial).toHaveBeenCalledOnce()

  screen.getByRole('button', { name: 'Hang up' }).focus()
  await userEvent.keyboard('{Enter}')

  expect(focused()).toBe(box)
})

test('a failed call returns the focus to the dial field, and so does dismissing the error', async () => {
  const { box, end } = await showDialling({ endsAs: failed })
  await userEvent.type(box, '+15550142{Enter}')
  await screen.findByRole('button', { name: 'Hang up' })

  act(end)
  expect(focused()).toBe(box)

  screen.getByRole('button', { name: 'Call again' }).focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(focused()).toBe(screen.getByRole('complementary', { name: 'Current call' })))

  act(end)
  screen.getByRole('button', { name: 'Close' }).focus()
  await userEvent.keyboard('{Enter}')
  expect(focused()).toBe(box)
})

test('a call that ends does not take the focus from elsewhere on the page', async () => {
  const { box, end } = await showDialling({ endsAs: null })
  await userEvent.type(box, '+15550142{Enter}')
  await screen.findByRole('button', { name: 'Hang up' })

  const key = screen.getByRole('button', { name: '5' })
  key.focus()
  act(end)

  expect(focused()).toBe(key)
})
