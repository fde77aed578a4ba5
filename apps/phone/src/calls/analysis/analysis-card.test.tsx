// @vitest-environment jsdom
import type { analyses, Call } from '@parley/contract/phone'
import { ToastProvider } from '@parley/ui'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { createPhoneApiError } from '../../api/errors.ts'
import { callFixture } from '../../current-call/call.fixture.ts'
import { emptyResponses, type Responses } from '../../phone.fixture.ts'
import { renderScreen } from '../../render-screen.fixture.tsx'
import { createPlaybackLink } from '../transcript/playback-link.ts'
import { AnalysisCard } from './analysis-card.tsx'

afterEach(cleanup)

const call: Call = { ...callFixture, phase: 'ended', endedAt: 9_000, endReason: 'hung-up' }
const id = (number: number) => `00000000-0000-4000-8000-0000000000f${number}`

const item: analyses.ActionItem = {
  id: id(9),
  text: 'Send the quote',
  owner: { userId: null, name: 'Grace' },
  dueOn: '2026-12-04',
  sources: [{ startMs: 129_000, endMs: 131_000 }],
  done: null,
  edited: null,
}

const analysis: analyses.Analysis = {
  id: id(1),
  state: 'done',
  version: 7,
  requestedAt: 1_000,
  requestedByName: 'Ada',
  problem: null,
  retriesAt: null,
  model: 'small',
  host: 'chat.example.com',
  completedAt: 4_000,
  tookMs: 3_000,
  inputTokens: 1_200,
  outputTokens: 80,
  statements: [
    { text: 'Grace takes the second batch.', sources: [{ startMs: 78_000, endMs: 80_000 }] },
    { text: 'Grace compares suppliers.', sources: [] },
  ],
  fields: [
    { key: 'reason', label: 'Reason', type: 'text', value: 'An order', isInvalid: false },
    { key: 'lenses', label: 'Lenses', type: 'number', value: 1_400, isInvalid: false },
    { key: 'happy', label: 'Content', type: 'boolean', value: true, isInvalid: false },
    { key: 'topics', label: 'Topics', type: 'list', value: ['Coating', 'Price'], isInvalid: false },
    { key: 'outcome', label: 'Outcome', type: 'choice', value: null, isInvalid: true },
    { key: 'budget', label: 'Budget', type: 'number', value: null, isInvalid: false },
  ],
  actionItems: [item],
}

const empty = { items: [], obstacle: null, providerHost: 'chat.example.com', latestVersion: 7 }
const list = (items: analyses.Analysis[]) => ({ ...empty, items })

async function showCard(responses: Responses, me: { isPhoneAdmin?: boolean } = {}) {
  const playback = createPlaybackLink()
  const played: number[] = []
  playback.connect({ seek: () => {}, playFrom: (ms) => played.push(ms) })
  const { requests } = await renderScreen({
    screens: {
      '/': () => (
        <ToastProvider label="Notifications" closeLabel="Close">
          <AnalysisCard call={call} playback={playback} />
        </ToastProvider>
      ),
    },
    path: '/',
    me,
    responses: { ...emptyResponses, ...responses },
  })
  await screen.findByText('Analysis')
  const changes = () => requests.filter(({ name }) => !name.startsWith('GET'))
  return { played, changes }
}

test('statements link to their seconds, others are marked, and values are shown by their types', async () => {
  const { played } = await showCard({ 'GET /calls/{call}/analyses': () => list([analysis]) })

  await userEvent.click(await screen.findByRole('button', { name: 'Play from 01:18' }))

  expect(played).toEqual([78_000])
  const unsupported = screen.getByText('Grace compares suppliers.').closest('li')
  expect(within(unsupported as HTMLElement).getByText('No passage supports this')).toBeDefined()
  for (const text of [
    'An order',
    '1,400',
    'Yes',
    'Coating',
    'The model gave no valid value',
    'Not mentioned',
  ])
    expect(screen.getByText(text)).toBeDefined()
  expect(screen.getByText('Text went to chat.example.com')).toBeDefined()
  expect(screen.getByText('Prompt version 7')).toBeDefined()
  expect(screen.getByText('1,200 tokens read, 80 written')).toBeDefined()
})

/** Guarantee (ZR750): a model, and who speaks to it, writes text and no part of the page. */
test('ZR750: markup and addresses in the answer of a model are shown as text', async () => {
  const html = '<img src=x onerror="alert(1)"> [x](javascript:alert(1)) https://evil.example.com'
  const hostile = {
    ...analysis,
    model: html,
    host: 'chat.example.com',
    requestedByName: html,
    statements: [{ text: html, sources: [] }],
    fields: [
      { key: 'a', label: html, type: 'text' as const, value: html, isInvalid: false },
      { key: 'b', label: 'List', type: 'list' as const, value: [html], isInvalid: false },
    ],
    actionItems: [{ ...item, text: html, owner: { userId: null, name: html } }],
  }
  await showCard({ 'GET /calls/{call}/analyses': () => list([hostile]) })

  expect((await screen.findAllByText(html)).length).toBeGreaterThanOrEqual(5)
  expect(document.querySelectorAll('a, img, iframe, script')).toHaveLength(0)
})

test('an action item is ticked, and edited with its owner and due date', async () => {
  const { changes } = await showCard({
    'GET /calls/{call}/analyses': () => list([analysis]),
    'PATCH /calls/{call}/action-items/{item}': () => item,
  })
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Send the quote' }))
  expect(screen.getByText('due Dec 4, 2026')).toBeDefined()
  await waitFor(() => expect(changes()).toHaveLength(1))

  await userEvent.click(screen.getByRole('button', { name: 'Edit “Send the quote”' }))
  const text = screen.getByRole('textbox', { name: 'Action item' })
  await userEvent.clear(text)
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByText('Enter a text.')).toBeDefined()
  await userEvent.type(text, 'Send both quotes')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Owner' }), '')
  await userEvent.clear(screen.getByLabelText('Due date'))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))

  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull())
  expect(changes()).toMatchObject([
    { input: { params: { item: item.id }, body: { isDone: true } } },
    { input: { body: { text: 'Send both quotes', ownerUserId: null, dueOn: null } } },
  ])
})

test.each([
  ['an administrator', true],
  ['a member', false],
])('without a provider, the card shows %s what is missing', async (_, isPhoneAdmin) => {
  await showCard({}, { isPhoneAdmin })

  expect(await screen.findByText('No service analyses calls yet.')).toBeDefined()

  const link = screen.queryByRole('link', { name: 'Set up analysis' })
  expect(link?.getAttribute('href')).toBe(isPhoneAdmin ? '/app-config/call-analyzer-prompt' : undefined)
  expect(screen.queryByText(/An administrator can do that/) === null).toBe(isPhoneAdmin)
})

test.each([
  ['no-prompt', /No version of the prompt has been published/],
  ['no-transcript', /An analysis needs a transcript/],
  ['transcript-incomplete', /transcript of this call is not complete/],
  ['transcript-too-long', /too long for an analysis/],
  ['limit', /maximum number of analyses/],
] as const)('a call that cannot be analysed says why: %s', async (obstacle, sentence) => {
  await showCard({ 'GET /calls/{call}/analyses': () => ({ ...empty, obstacle }) })
  expect(await screen.findByText(sentence)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Analyse' })).toBeNull()
})

test('a user sees where the text goes, requests an analysis, and sees that it runs', async () => {
  const waiting = {
    ...analysis,
    state: 'running' as const,
    problem: 'rate-limited' as const,
    retriesAt: 9_000,
  }
  let isRequested = false
  const { changes } = await showCard({
    'GET /calls/{call}/analyses': () => (isRequested ? { ...list([waiting]), obstacle: 'running' } : empty),
    'POST /calls/{call}/analyses': () => {
      isRequested = true
      return waiting
    },
  })
  expect(await screen.findByText(/The transcript, names and notes go to chat\.example\.com\./)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Analyse' }))

  expect((await screen.findAllByText('Being analysed')).length).toBeGreaterThan(0)
  expect(screen.getByText(/It allows no more requests at the moment/)).toBeDefined()
  expect(screen.queryByRole('button', { name: /nalyse/ })).toBeNull()
  expect(changes()).toHaveLength(1)
})

test('a failed analysis says why, and the earlier ones can be chosen', async () => {
  const failed = { ...analysis, id: id(3), state: 'failed' as const, problem: 'answer-invalid' as const }
  const earlier = { ...analysis, id: id(2), version: 6, statements: [{ text: 'An older one.', sources: [] }] }
  const { changes } = await showCard({
    'GET /calls/{call}/analyses': () => list([failed, analysis, earlier]),
    'POST /calls/{call}/analyses': () => {
      throw createPhoneApiError('TOO_MANY_REQUESTS', { retryAfterSeconds: 30 })
    },
  })
  expect(await screen.findByText(/did not answer in the requested form/)).toBeDefined()
  expect(screen.getByText('Grace takes the second batch.')).toBeDefined()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Analyses of this call' }), earlier.id)
  expect(screen.getByText('An older one.')).toBeDefined()
  expect(screen.queryByText('Grace takes the second batch.')).toBeNull()

  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('alert')).toBeDefined()
  expect(changes()).toHaveLength(1)
})

test('an analysis is deleted after a question, and members do not see references', async () => {
  let items = [analysis]
  const { changes } = await showCard({
    'GET /calls/{call}/analyses': () => list(items),
    'DELETE /calls/{call}/analyses/{analysis}': () => {
      items = []
      return { success: true as const }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Delete analysis' }))
  expect(screen.queryByRole('button', { name: 'Use as reference…' })).toBeNull()
  const question = within(screen.getByRole('alertdialog'))
  expect(changes()).toEqual([])
  await userEvent.click(question.getByRole('button', { name: 'Delete analysis' }))
  expect(await screen.findByText('Analysis deleted')).toBeDefined()
  await waitFor(() => expect(screen.queryByText('Grace compares suppliers.')).toBeNull())
  expect(changes()[0]?.input).toMatchObject({ params: { call: call.id, analysis: analysis.id } })
})

test('an administrator makes a call a reference call, with the values of the analysis', async () => {
  const outcome = {
    key: 'happy',
    label: 'Content',
    type: 'boolean' as const,
    description: '',
    choices: [],
  }
  const draft = { text: '', revision: 1, editedAt: null, editedByUserId: null, editedByName: null }
  const { changes } = await showCard(
    {
      'GET /calls/{call}/analyses': () => list([analysis]),
      'GET /analysis-prompt': () => ({
        draft: { ...draft, outputFields: [outcome], unknownVariables: [], isPublished: true },
        version: null,
      }),
      'GET /analysis-prompt/reference-calls': () => ({ items: [], calls: [] }),
      'PUT /analysis-prompt/reference-calls/{call}': ({ params, body }) => ({
        callId: params.call,
        isAudible: true,
        expected: [...body.expected],
        changedAt: 1,
        changedByName: 'Ada',
      }),
    },
    { isPhoneAdmin: true },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Use as reference…' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Reference call saved')).toBeDefined()
  expect(changes()[0]?.input).toMatchObject({
    params: { call: call.id },
    body: { expected: [{ key: 'happy', value: true }] },
  })
})
