// @vitest-environment jsdom
import type { Call, callMetrics } from '@parley/contract/phone'
import { required } from '@parley/primitives'
import { ToastProvider } from '@parley/ui'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { createPhoneApiError } from '../../api/errors.ts'
import { callFixture, ownLeg } from '../../current-call/call.fixture.ts'
import { emptyResponses, type Responses } from '../../phone.fixture.ts'
import { renderScreen } from '../../render-screen.fixture.tsx'
import { CallDrawer } from '../call-drawer.tsx'

afterEach(cleanup)

const otherLeg = required(
  callFixture.legs.find(({ id }) => id !== ownLeg.id),
  'the leg of Grace',
)
const recorded: Call = {
  ...callFixture,
  phase: 'ended',
  endedAt: 125_000,
  recordings: [ownLeg, otherLeg].map((leg, index) => ({
    id: `00000000-0000-4000-8000-00000000000${index + 2}`,
    callId: callFixture.id,
    legId: leg.id,
    state: 'finished',
    startedAt: 5_000,
    offsetMs: 0,
    durationMs: 120_000,
    sizeBytes: 1_920_044,
  })),
}
const metrics: callMetrics.CallMetrics = {
  durationMs: 120_000,
  participants: [
    {
      legIds: [otherLeg.id],
      talkMs: 59_000,
      talkShare: 0.59,
      monologue: { startMs: 61_000, endMs: 90_000 },
      interruptions: 2,
      replyGap: { medianMs: 640, count: 3 },
    },
    {
      legIds: [ownLeg.id],
      talkMs: 41_000,
      talkShare: 0.41,
      monologue: null,
      interruptions: 0,
      replyGap: null,
    },
  ],
  silence: { totalMs: 20_000, longest: { startMs: 100_000, endMs: 110_000 } },
  gaps: [{ startMs: 100_000, endMs: 110_000 }],
}

async function showDrawer(responses: Responses, call = recorded) {
  await renderScreen({
    screens: {
      '/': () => (
        <ToastProvider label="Notifications" closeLabel="Close">
          <CallDrawer callId={call.id} onClose={() => undefined} />
        </ToastProvider>
      ),
    },
    path: '/',
    responses: {
      ...emptyResponses,
      'GET /calls/{call}': () => call,
      'POST /calls/{call}/audio-links': () => ({ url: '/api/v1/audio?expires=1', expiresAt: 300_000 }),
      'GET /recordings/{recording}/peaks': () => ({ peaks: [0, 1], offsetMs: 0, durationMs: 120_000 }),
      'GET /calls/{call}/metrics': () => ({ state: 'ready', metrics, questions: null }),
      ...responses,
    },
  })
  await screen.findByText('Tags')
  return within(screen.getByRole('dialog'))
}

test('each participant is shown with the numbers of their talk, and the silence between them', async () => {
  const drawer = await showDrawer({})

  const numbers = await drawer.findByLabelText('Grace', { selector: 'dl' })
  const texts = within(numbers)
    .getAllByRole('definition')
    .map((each) => each.textContent)

  expect(texts).toEqual(['59 s', '29 s 01:01', '2', '0.6 s'])
  const share = (await drawer.findAllByText('Talk share')).map((each) => each.parentElement?.textContent)
  expect(share).toEqual(['Talk share 59%', 'Talk share 41%'])
  expect(drawer.getByText('Longest silence').parentElement?.textContent).toBe('Longest silence10 s 01:40')
})

test('questions are counted from the transcript, and are absent without one', async () => {
  const questions = [{ legId: otherLeg.id, count: 3 }]
  const drawer = await showDrawer({
    'GET /calls/{call}/metrics': () => ({ state: 'ready', metrics, questions }),
  })
  const terms = await drawer.findAllByText('Questions (from the transcript)')

  expect(terms.map(({ parentElement }) => parentElement?.lastChild?.textContent)).toEqual(['3', '0'])
  cleanup()
  const other = await showDrawer({})
  await other.findByLabelText('Grace', { selector: 'dl' })
  expect(other.queryByText(/^Questions/)).toBeNull()
})

test('the beginning of a monologue moves the player to it', async () => {
  const drawer = await showDrawer({})
  const scrolled: Element[] = []
  Element.prototype.scrollIntoView = function show(this: Element) {
    scrolled.push(this)
  }

  await userEvent.click(await drawer.findByRole('button', { name: 'Move the player to 01:01' }))

  const position = drawer.getByRole('slider', { name: 'Position' })
  expect(position.getAttribute('aria-valuetext')).toBe('01:01 / 02:00')
  expect(scrolled).toEqual([drawer.getByRole('region', { name: 'Recording' }).parentElement])
})

test.each([
  ['waiting', /are being computed/],
  ['too-short', /less than 10 s/],
  ['failed', /cannot be read/],
] as const)('numbers that are %s are explained', async (state, sentence) => {
  const drawer = await showDrawer({
    'GET /calls/{call}/metrics': () => ({ state, metrics: null, questions: null }),
  })

  expect(await drawer.findByText(sentence)).toBeDefined()
  expect(drawer.queryByText('Talk share')).toBeNull()
  expect(drawer.queryByRole('switch')).toBeNull()
})

test('a call without a recording has no numbers', async () => {
  const drawer = await showDrawer({}, { ...recorded, recordings: [] })

  expect(drawer.queryByText('Conversation')).toBeNull()
})

test('numbers that cannot be loaded are loaded again, and are left out after the deletion of the audio', async () => {
  let requests = 0
  const drawer = await showDrawer({
    'GET /calls/{call}/metrics': () => {
      requests += 1
      if (requests === 1) throw new Error('The service does not respond.')
      throw createPhoneApiError('RECORDING_NOT_FOUND', undefined)
    },
  })
  await userEvent.click(await drawer.findByRole('button', { name: 'Try again' }))

  await waitFor(() => expect(drawer.queryByText('Conversation')).toBeNull())
})

test('silence is skipped while the recording is played, when the user wants that', async () => {
  const drawer = await showDrawer({})
  const audio = required(document.querySelector('audio'), 'the audio')
  const skipping = await drawer.findByRole('switch', { name: 'Skip silence' })
  const playAt = (seconds: number) => {
    audio.currentTime = seconds
    fireEvent.pause(audio)
    fireEvent.play(audio)
  }

  playAt(104)
  await waitFor(() => expect(drawer.getByRole('slider').getAttribute('aria-valuetext')).toMatch(/01:44/))
  expect(audio.currentTime).toBe(104)

  await userEvent.click(skipping)
  expect(skipping.getAttribute('aria-checked')).toBe('true')
  await waitFor(() => expect(audio.currentTime).toBe(109.75))
  playAt(100.1)
  await new Promise((resolve) => requestAnimationFrame(resolve))
  expect(audio.currentTime).toBe(100.1)
})
