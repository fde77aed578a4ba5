// @vitest-environment jsdom
import type { Call, transcripts } from '@parley/contract/phone'
import { ToastProvider } from '@parley/ui'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { createPhoneApiError } from '../../api/errors.ts'
import { callFixture } from '../../current-call/call.fixture.ts'
import { emptyResponses, type Responses } from '../../phone.fixture.ts'
import { renderScreen } from '../../render-screen.fixture.tsx'
import { createPlaybackLink } from './playback-link.ts'
import { TranscriptCard } from './transcript-card.tsx'

afterEach(cleanup)

const call: Call = { ...callFixture, phase: 'ended', endedAt: 9_000, endReason: 'hung-up' }
const complete: transcripts.Transcription = {
  state: 'done',
  progress: { done: 2, total: 2 },
  problem: null,
  retriesAt: null,
  providerHost: 'speech.example.com',
  canStart: false,
  canRestart: true,
}
const createLine = (number: number, startMs: number, text: string): transcripts.TranscriptLine => ({
  id: `00000000-0000-4000-8000-0000000000e${number}`,
  legId: call.legs[number % 2]?.id ?? '',
  startMs,
  endMs: startMs + 900,
  text,
  language: null,
  edited: null,
})
const lines = [
  createLine(0, 1_000, 'If the coating is the same, we take the batch.'),
  createLine(1, 62_000, 'It is <b>the same</b> coating. Café?'),
  createLine(2, 90_000, 'Good. Coating it is.'),
]

async function showCard(responses: Responses, { me = {} }: { me?: { isPhoneAdmin?: boolean } } = {}) {
  const playback = createPlaybackLink()
  const sought: number[] = []
  playback.connect({ seek: () => {}, playFrom: (ms) => sought.push(ms) })
  const { requests } = await renderScreen({
    screens: {
      '/': () => (
        <ToastProvider label="Notifications" closeLabel="Close">
          <TranscriptCard call={call} playback={playback} />
        </ToastProvider>
      ),
    },
    path: '/',
    me,
    responses: { ...emptyResponses, ...responses },
  })
  await screen.findByText('Transcript')
  const changes = () => requests.filter(({ name }) => !name.startsWith('GET'))
  return { playback, sought, changes }
}

const withLines: Responses = {
  'GET /calls/{call}/transcription': () => complete,
  'GET /calls/{call}/transcript': () => ({ items: lines, nextCursor: null }),
}

test('a click on a time plays from there, and the line that is played is marked', async () => {
  const { playback, sought } = await showCard(withLines)
  await userEvent.click(await screen.findByRole('button', { name: 'Play from 01:02' }))
  expect(sought).toEqual([62_000])

  const items = screen.getAllByRole('listitem')
  const isCurrent = () => items.map((item) => item.getAttribute('aria-current'))
  expect(isCurrent()).toEqual([null, null, null])
  act(() => playback.report(89_000))
  expect(isCurrent()).toEqual([null, 'true', null])
})

test('ZR768: the text of a provider is shown as text', async () => {
  await showCard(withLines)

  expect(await screen.findByText('It is <b>the same</b> coating. Café?')).toBeDefined()
  expect(document.querySelector('ol b')).toBeNull()
})

test('a search counts its matches, and moves among them by keyboard', async () => {
  await showCard(withLines)
  const input = await screen.findByRole('searchbox', { name: 'Search the transcript' })
  await userEvent.type(input, 'COATING')
  expect(screen.getByText('1 of 3')).toBeDefined()
  await userEvent.type(input, '{Enter}')
  expect(screen.getByText('2 of 3')).toBeDefined()
  await userEvent.type(input, '{Shift>}{Enter}{Enter}{/Shift}')
  expect(screen.getByText('3 of 3')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Next match' }))
  expect(screen.getByText('1 of 3')).toBeDefined()
  expect(document.querySelectorAll('mark')).toHaveLength(3)
  await userEvent.clear(input)
  await userEvent.type(input, 'cafe')
  expect(screen.getByText('1 of 1')).toBeDefined()
  await userEvent.type(input, 'x')
  expect(screen.getByText('No line contains this.')).toBeDefined()
})

test('a user edits a line, and sees its earlier texts', async () => {
  let stored = lines
  const { changes } = await showCard({
    'GET /calls/{call}/transcription': () => complete,
    'GET /calls/{call}/transcript': () => ({ items: stored, nextCursor: null }),
    'PUT /calls/{call}/transcript/lines/{line}': ({ body }) => {
      const edited = { ...stored[0], text: body.text, edited: { at: 1, byName: 'Ada' } } as (typeof lines)[0]
      stored = [edited, ...stored.slice(1)]
      return edited
    },
    'GET /calls/{call}/transcript/lines/{line}/edits': () => ({
      items: [{ at: 1, byUserId: call.id, byName: 'Ada', previousText: lines[0]?.text ?? '' }],
    }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Edit the line at 00:01' }))
  const input = screen.getByRole('textbox', { name: 'Text of the line' })
  await userEvent.clear(input)
  await userEvent.type(input, 'We take it.')
  await userEvent.click(screen.getByRole('button', { name: 'Save line' }))

  await screen.findByText('edited')
  expect(changes()).toMatchObject([
    { input: { body: { text: 'We take it.', previousText: lines[0]?.text } } },
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Show earlier texts of the line at 00:01' }))
  const history = within(await screen.findByRole('region', { name: 'Earlier texts' }))
  expect(await history.findByText(lines[0]?.text ?? '')).toBeDefined()
})

test('an edit of a line that another user has changed stays in its input, with the reason', async () => {
  await showCard({
    ...withLines,
    'PUT /calls/{call}/transcript/lines/{line}': () => {
      throw createPhoneApiError('TRANSCRIPT_LINE_CHANGED', undefined)
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Edit the line at 00:01' }))
  const input = screen.getByRole('textbox', { name: 'Text of the line' })
  await userEvent.type(input, ' Really.')
  await userEvent.click(screen.getByRole('button', { name: 'Save line' }))

  expect(await screen.findByText(/another user has changed this line/)).toBeDefined()
  expect((input as HTMLTextAreaElement).value).toContain('Really.')
})

test('without a provider the card says what is missing, and leads administrators to it', async () => {
  await showCard({})
  expect(await screen.findByText('No service transcribes calls yet.')).toBeDefined()
  expect(screen.getByText(/An administrator can set one/)).toBeDefined()
  expect(screen.queryByRole('link')).toBeNull()
  cleanup()

  await showCard({}, { me: { isPhoneAdmin: true } })
  const link = await screen.findByRole('link', { name: 'Set up transcription' })
  expect(link.getAttribute('href')).toBe('/app-config/call-analyzer-prompt')
})

test('a user sees where the audio goes, requests a transcript, and sees its progress and its failure', async () => {
  const none = { ...complete, state: 'none' as const, canStart: true }
  let status: transcripts.Transcription = none
  const { changes } = await showCard({
    'GET /calls/{call}/transcription': () => status,
    'POST /calls/{call}/transcription': () => {
      status = { ...complete, state: 'running', progress: { done: 1, total: 4 } }
      return status
    },
  })
  expect(await screen.findByText(/speech.example.com/)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Transcribe' }))

  expect(await screen.findByText('1 of 4')).toBeDefined()
  expect(screen.getByRole('progressbar', { name: 'Being transcribed' })).toBeDefined()
  expect(changes()).toHaveLength(1)
  cleanup()

  status = { ...none, state: 'failed', problem: 'key-rejected' }
  await showCard({ 'GET /calls/{call}/transcription': () => status })
  expect(await screen.findByText('It rejects the API key.')).toBeDefined()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined())
})

test('a transcript is replaced after a question only, which says how many lines were edited', async () => {
  const edited = lines.map((line) => ({ ...line, edited: { at: 5, byName: 'Grace' } }))
  const { changes } = await showCard({
    ...withLines,
    'GET /calls/{call}/transcript': () => ({ items: edited, nextCursor: null }),
    'POST /calls/{call}/transcription/restart': () => complete,
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Transcribe again' }))
  const question = within(await screen.findByRole('alertdialog'))
  expect(
    question.getByText(/goes to speech\.example\.com\..* The edits of 3 lines are deleted/),
  ).toBeDefined()
  await userEvent.click(question.getByRole('button', { name: 'Cancel' }))
  expect(changes()).toEqual([])

  await userEvent.click(screen.getByRole('button', { name: 'Transcribe again' }))
  const confirm = within(await screen.findByRole('alertdialog'))
  await userEvent.click(confirm.getByRole('button', { name: 'Transcribe again' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(changes().map(({ name }) => name)).toEqual(['POST /calls/{call}/transcription/restart'])
})
