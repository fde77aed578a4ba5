// @vitest-environment jsdom
import type { Call } from '@parley/contract/phone'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callFixture, grace } from '../../current-call/call.fixture.ts'
import { createFakeCallManager, emptyResponses } from '../../phone.fixture.ts'
import { renderScreen } from '../../render-screen.fixture.tsx'
import type { Message } from './voicemail-row.tsx'
import { Voicemails } from './voicemails.tsx'

const play = vi.fn(async () => undefined)
beforeEach(() => {
  play.mockClear()
  // jsdom plays no audio.
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(play)
})
afterEach(cleanup)

function createMessage(name: string, number: string, id: string): Message {
  const call: Call = {
    ...callFixture,
    id,
    name,
    number,
    direction: 'incoming',
    phase: 'ended',
    answeredAt: null,
    endedAt: 65_000,
    endReason: 'voicemail',
    legs: [{ ...grace, name, number }],
    recordings: [
      {
        id: `${id.slice(0, -1)}f`,
        callId: id,
        legId: grace.id,
        state: 'finished',
        startedAt: 5_000,
        offsetMs: 0,
        durationMs: 60_000,
        sizeBytes: 960_044,
      },
    ],
  }
  return { call, mailbox: 'own', durationMs: 60_000, dealtWith: null }
}

const ofGrace = createMessage('Grace', '+12125550142', '00000000-0000-4000-8000-0000000000c1')
const cutOff = { ...ofGrace, call: { ...ofGrace.call, recordingState: 'no-space' as const } }
const ofLinus = createMessage('Linus', '+12125550187', '00000000-0000-4000-8000-0000000000c2')

async function showMessages(messages: readonly Message[] = [ofGrace, ofLinus]) {
  const callManager = createFakeCallManager(undefined, { dial: vi.fn() })
  const { requests, router } = await renderScreen({
    screens: { '/': Voicemails },
    path: '/',
    responses: {
      ...emptyResponses,
      'GET /voicemails': () => ({ items: [...messages], nextCursor: null }),
      'POST /calls/{call}/audio-links': ({ params }) => ({
        url: `/api/v1/audio?call=${params.call}`,
        expiresAt: 300_000,
      }),
      'GET /recordings/{recording}/peaks': () => ({ peaks: [0, 1], offsetMs: 0, durationMs: 60_000 }),
    },
    phone: { callManager },
  })
  await screen.findByText('Grace')
  return { requests, router, callManager }
}

/** Guarantee: the audit log names users who played a message, not those who saw the list. */
test('the list of messages loads no audio, and plays a message in its row when the user chooses so', async () => {
  const { requests } = await showMessages()
  expect(document.querySelector('audio')).toBeNull()
  expect(requests.map(({ name }) => name)).not.toContain('POST /calls/{call}/audio-links')
  expect(requests.map(({ name }) => name)).not.toContain('GET /recordings/{recording}/peaks')

  await userEvent.click(screen.getByRole('button', { name: 'Play the message from Grace' }))

  const player = await screen.findByRole('region', { name: 'Recording' })
  expect(player.closest('li')?.textContent).toContain('Grace')
  await waitFor(() => expect(play).toHaveBeenCalledOnce())
  expect(document.querySelector('audio')?.getAttribute('src')).toBe(`/api/v1/audio?call=${ofGrace.call.id}`)
  expect(within(player).queryByRole('button', { name: /^Delete/ })).toBeNull()
})

test('one message is played at a time, and its player is closed', async () => {
  await showMessages()

  await userEvent.click(screen.getByRole('button', { name: 'Play the message from Grace' }))
  await userEvent.click(screen.getByRole('button', { name: 'Play the message from Linus' }))

  await waitFor(() => expect(play).toHaveBeenCalledTimes(2))
  const player = screen.getByRole('region', { name: 'Recording' })
  expect(player.closest('li')?.textContent).toContain('Linus')
  await userEvent.click(screen.getByRole('button', { name: 'Close the player of the message from Linus' }))
  expect(screen.queryByRole('region', { name: 'Recording' })).toBeNull()
})

test('the details of a call, which have a player with the same keys, replace that of the list', async () => {
  const { router } = await showMessages()
  await userEvent.click(screen.getByRole('button', { name: 'Play the message from Grace' }))
  await screen.findByRole('region', { name: 'Recording' })

  await router.navigate({ to: '/', search: { call: ofGrace.call.id } } as never)

  await waitFor(() => expect(screen.queryByRole('region', { name: 'Recording' })).toBeNull())
})

test('the user calls the caller of a message back', async () => {
  const { callManager } = await showMessages()

  await userEvent.click(screen.getByRole('button', { name: 'Call Linus' }))

  expect(callManager.dial).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ to: '+12125550187', title: 'Linus' }),
  )
})

test('a message whose end the server could not record says so', async () => {
  await showMessages([cutOff, ofLinus])

  const notices = await screen.findAllByText(/no space left for the rest of this recording/)
  expect(notices).toHaveLength(1)
})
