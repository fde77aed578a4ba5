// @vitest-environment jsdom
import type { Call } from '@parley/contract/phone'
import { required } from '@parley/primitives'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { callFixture, ownLeg } from '../../current-call/call.fixture.ts'
import { emptyResponses } from '../../phone.fixture.ts'
import { renderScreen } from '../../render-screen.fixture.tsx'
import { Player } from './player.tsx'

afterEach(cleanup)

const recording: Call['recordings'][number] = {
  id: '00000000-0000-4000-8000-000000000002',
  callId: callFixture.id,
  legId: ownLeg.id,
  state: 'finished',
  startedAt: 5_000,
  offsetMs: 0,
  durationMs: 60_000,
  sizeBytes: 1_920_044,
}
const recorded: Call = { ...callFixture, phase: 'ended', endedAt: 65_000, recordings: [recording] }

async function showPlayer(call = recorded) {
  let links = 0
  await renderScreen({
    screens: { '/': () => <Player call={call} /> },
    path: '/',
    responses: {
      ...emptyResponses,
      'POST /calls/{call}/audio-links': () => ({
        url: `/api/v1/audio?expires=${++links}`,
        expiresAt: 300_000,
      }),
      'GET /recordings/{recording}/peaks': () => ({ peaks: [0, 1], offsetMs: 0, durationMs: 60_000 }),
    },
  })
}

/** Guarantee (ZR9): the audit log names users who played a recording, not those who opened the page of its call. */
test('ZR9: the page of a call requests no audio before it is played', async () => {
  await showPlayer()
  await screen.findByRole('region')

  const audio = document.querySelector('audio')

  await waitFor(() => expect(audio?.getAttribute('src')).toBe('/api/v1/audio?expires=1'))
  expect(audio?.getAttribute('preload')).toBe('none')
})

test('a downloaded recording is named after the time of the call and the other party', async () => {
  await showPlayer()

  const link = await screen.findByRole('link', { name: 'Download audio' })

  const { searchParams } = new URL(link.getAttribute('href') ?? '', 'http://phone.example.com')
  expect(searchParams.get('filename')).toMatch(/^\d{4}-\d\d-\d\d \d\d\.\d\d Grace$/)
})

test('marks that are close to each other are shown as one with their number, and read one by one', async () => {
  const marks: Call['marks'] = [
    { type: 'hold', at: 15_000, legId: null },
    { type: 'mute', at: 16_000, legId: null },
    { type: 'digit', at: 45_000, legId: null },
  ]
  await showPlayer({ ...recorded, marks })
  const texts = (await screen.findAllByRole('listitem')).map((item) => item.textContent)

  expect(texts).toEqual(['+100:10 Hold, 00:11 Muted', '00:40 KeysKeys'])
})

test('audio that cannot be loaded is reported, and loaded by a new link when the user tries again', async () => {
  await showPlayer()
  await screen.findByRole('region')
  const audio = required(document.querySelector('audio'), 'the audio')
  let loads = 0
  audio.load = () => void loads++
  await waitFor(() => expect(audio.getAttribute('src')).toBe('/api/v1/audio?expires=1'))

  fireEvent.play(audio)
  fireEvent.error(audio)

  await screen.findByText('The audio could not be loaded. Try again in a few seconds.')
  expect(screen.getByRole('button', { name: 'Play (K)' })).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(audio.getAttribute('src')).toBe('/api/v1/audio?expires=2')
  expect(loads).toBe(1)
})
