// @vitest-environment jsdom
import type { Call, referenceCalls, testRuns } from '@parley/contract/phone'
import { ToastProvider } from '@parley/ui'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { callFixture } from '../../../current-call/call.fixture.ts'
import { renderScreen } from '../../../render-screen.fixture.tsx'
import { PromptSection } from '../prompt/prompt-section.tsx'
import { adoptValues } from './differences.tsx'
import { hasPrompt, sumResults } from './sum-results.ts'

afterEach(cleanup)

const outcome = {
  key: 'outcome',
  label: 'Outcome',
  type: 'choice' as const,
  description: '',
  choices: ['Yes', 'No'],
}
const prompt = { text: 'Call {{direction}}', outputFields: [outcome] }
const call: Call = { ...callFixture, phase: 'ended', endedAt: 9_000, endReason: 'hung-up', name: 'Hedy' }
const value = (text: string) => ({
  key: 'outcome',
  label: 'Outcome',
  type: 'choice' as const,
  value: text,
  isInvalid: false,
})

function createResult(parts: Partial<testRuns.TestResult> = {}): testRuns.TestResult {
  return {
    state: 'done',
    problem: null,
    retriesAt: null,
    tookMs: 1_500,
    inputTokens: 1_000,
    outputTokens: 20,
    statements: [{ text: 'New summary.', sources: [] }],
    fields: [value('Yes')],
    actionItems: [{ text: 'Send it', ownerName: 'Ada' }],
    ...parts,
  }
}

const run: testRuns.TestRun = {
  id: '00000000-0000-4000-8000-0000000000e1',
  state: 'done',
  purpose: 'test',
  requestedAt: 1_000,
  requestedByName: 'Ada',
  expiresAt: 9_000,
  version: 1,
  resultCount: 2,
  unfinishedCount: 0,
  failedCount: 0,
  ...prompt,
  items: [
    {
      callId: call.id,
      isAudible: true,
      draft: createResult(),
      published: createResult({ statements: [{ text: 'Old summary.', sources: [] }], tookMs: 4_000 }),
      reference: null,
    },
  ],
  calls: [call],
}

interface ServiceState {
  runs: testRuns.TestRun[]
  references: referenceCalls.ReferenceCall[]
}

/** Opens the prompt of a workspace whose service has test runs and reference calls. */
async function openPrompt(state: ServiceState, next: testRuns.TestRun = run) {
  const draft = { ...prompt, revision: 1, editedAt: 1, editedByUserId: null, editedByName: 'Ada' }
  const version = { number: 1, note: '', authorName: 'Ada', createdAt: 1 }
  const find = (id: string) => state.runs.find((each) => each.id === id) ?? run
  const rendered = await renderScreen({
    screens: {
      '/': () => (
        <ToastProvider label="Notifications" closeLabel="Close">
          <PromptSection />
        </ToastProvider>
      ),
    },
    path: '/',
    me: { isPhoneAdmin: true },
    responses: {
      'GET /analysis-prompt': () => ({
        draft: { ...draft, unknownVariables: [], isPublished: false },
        version,
      }),
      'GET /analysis-prompt/versions': () => ({ items: [version], nextCursor: null }),
      'GET /analysis-prompt/versions/{version}': () => ({ ...version, text: 'Old', outputFields: [] }),
      'POST /analysis-prompt/versions': () => ({ ...version, number: 2 }),
      'GET /model-providers': () => ({ transcription: null, analysis: null }),
      'GET /calls': () => ({ items: [call], nextCursor: null }),
      'GET /analysis-prompt/test-runs': () => ({ items: state.runs }),
      'GET /analysis-prompt/test-runs/{run}': ({ params }) => find(params.run),
      'POST /analysis-prompt/test-runs': () => {
        state.runs = [next, ...state.runs]
        return next
      },
      'POST /analysis-prompt/test-runs/{run}/cancel': ({ params }) => {
        const cancelled = { ...find(params.run), state: 'cancelled' as const, unfinishedCount: 0 }
        state.runs = [cancelled]
        return cancelled
      },
      'DELETE /analysis-prompt/test-runs/{run}': () => {
        state.runs = []
        return { success: true as const }
      },
      'GET /analysis-prompt/reference-calls': () => ({ items: state.references, calls: [call] }),
      'PUT /analysis-prompt/reference-calls/{call}': ({ params, body }) => {
        const saved = { ...reference, callId: params.call, expected: [...body.expected] }
        state.references = [saved]
        state.runs = state.runs.map((each) => ({ ...each, items: each.items.map(passAll) }))
        return saved
      },
      'DELETE /analysis-prompt/reference-calls/{call}': () => {
        state.references = []
        return { success: true as const }
      },
    },
  })
  await screen.findByText('In use')
  return rendered
}

const reference: referenceCalls.ReferenceCall = {
  callId: call.id,
  isAudible: true,
  expected: [{ key: 'outcome', value: 'No' }],
  changedAt: 1,
  changedByName: 'Ada',
}
const passAll = (tested: testRuns.TestedCall): testRuns.TestedCall => ({
  ...tested,
  reference: { isPassed: true, differences: [] },
})
const referenceRun: testRuns.TestRun = {
  ...run,
  id: '00000000-0000-4000-8000-0000000000e2',
  purpose: 'references',
  version: null,
  items: [
    {
      callId: call.id,
      isAudible: true,
      draft: createResult(),
      published: null,
      reference: {
        isPassed: false,
        differences: [{ key: 'outcome', expected: 'No', actual: value('Yes') }],
      },
    },
  ],
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))

test('the prompt of the editor runs on chosen calls, and both results are beside each other with their totals', async () => {
  const { requests } = await openPrompt({ runs: [], references: [] })
  await userEvent.type(screen.getByRole('textbox', { name: 'Text of the prompt' }), ' now')
  await press('Choose calls…')
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Hedy' }))
  expect(screen.getByText(/^1 call chosen/)).toBeDefined()
  await press('Start test run')

  const results = within(await screen.findByRole('article', { name: 'Hedy' }))
  const old = within(results.getByRole('region', { name: 'Version 1' }))
  const fresh = within(results.getByRole('region', { name: 'Draft' }))
  expect(old.getByText('Old summary.')).toBeDefined()
  expect(fresh.getByText('New summary.')).toBeDefined()
  expect(fresh.getByText('1.5 s')).toBeDefined()
  expect(fresh.getByText('1,000 tokens read, 20 written')).toBeDefined()
  expect(screen.getByRole('row', { name: /^Version 1 4 s 1,000 20$/ })).toBeDefined()
  const started = requests.find(({ name }) => name === 'POST /analysis-prompt/test-runs')
  const body = { text: 'Call {{direction}} now', outputFields: [outcome], callIds: [call.id] }
  expect(started?.input).toEqual({ body })
  await press('Delete test run')
  await userEvent.click(
    within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete test run' }),
  )
  expect(await screen.findByText('Test run deleted')).toBeDefined()
})

test('a run shows its progress and the problem of each call, and is cancelled', async () => {
  const running: testRuns.TestRun = {
    ...run,
    state: 'running',
    unfinishedCount: 1,
    failedCount: 1,
    items: [
      {
        callId: call.id,
        isAudible: true,
        draft: createResult({ state: 'failed', problem: 'key-rejected', tookMs: null }),
        published: createResult({ state: 'running', tookMs: null }),
        reference: null,
      },
    ],
  }
  await openPrompt({ runs: [running], references: [] })
  await userEvent.click(await screen.findByRole('button', { name: /^Open the test run of/ }))
  expect(await screen.findByText('1 of 2 results')).toBeDefined()
  const article = within(screen.getByRole('article', { name: 'Hedy' }))
  expect(article.getByText(/key/i)).toBeDefined()
  expect(article.getByText('Failed')).toBeDefined()
  await press('Cancel test run')
  await waitFor(() => expect(screen.queryByText('1 of 2 results')).toBeNull())
})

/** Guarantee (ZR846): reference calls pass before a version is published. */
test('ZR846: a draft is published only when the reference calls have passed, and new values become the expected ones', async () => {
  const { requests } = await openPrompt({ runs: [], references: [reference] }, referenceRun)
  const publish = () => screen.getByRole('button', { name: 'Publish' })
  await press('Publish…')
  expect(await screen.findByText(/have not run with this draft/)).toBeDefined()
  expect(publish().getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(publish())
  expect(requests.some(({ name }) => name === 'POST /analysis-prompt/versions')).toBe(false)

  await press('Run reference calls')
  expect(await screen.findByText(/^1 reference call has not passed/)).toBeDefined()
  expect(screen.getByText('1 value differs')).toBeDefined()
  expect(publish().getAttribute('aria-disabled')).toBe('true')
  await press('Accept the new values')
  expect(await screen.findByText(/has its expected values/)).toBeDefined()
  const saved = requests.find(({ name }) => name === 'PUT /analysis-prompt/reference-calls/{call}')
  expect(saved?.input).toMatchObject({ body: { expected: [{ key: 'outcome', value: 'Yes' }] } })
  await userEvent.click(publish())
  expect(await screen.findByText('Version 2 published')).toBeDefined()
})

test('a reference call that does not pass can be removed, and then does not delay the publication', async () => {
  await openPrompt({ runs: [referenceRun], references: [reference] })
  await press('Publish…')
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(await dialog.findByRole('button', { name: 'Remove reference: Hedy' }))
  await userEvent.click(
    within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove reference' }),
  )
  expect(await screen.findByText('Reference call removed')).toBeDefined()
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Publish' }).getAttribute('aria-disabled')).not.toBe('true'),
  )
})

test('the expected values of a reference call are edited', async () => {
  const { requests } = await openPrompt({ runs: [], references: [reference] })
  await userEvent.click(await screen.findByRole('button', { name: 'Edit expected values: Hedy' }))
  await userEvent.selectOptions(
    await screen.findByRole('combobox', { name: 'Expected: Outcome' }),
    'Not mentioned',
  )
  await press('Save')
  expect(await screen.findByText('Reference call saved')).toBeDefined()
  const saved = requests.find(({ name }) => name === 'PUT /analysis-prompt/reference-calls/{call}')
  expect(saved?.input).toMatchObject({ body: { expected: [{ key: 'outcome', value: null }] } })
})

test('totals count complete results only, and a run belongs to a prompt with the same content', () => {
  const results = [createResult(), createResult({ tookMs: 500 }), createResult({ state: 'failed' }), null]
  expect(sumResults(results)).toEqual({ tookMs: 2_000, inputTokens: 2_000, outputTokens: 40 })
  expect(sumResults([createResult(), createResult({ inputTokens: null })])).toMatchObject({
    inputTokens: null,
  })
  expect(sumResults([createResult({ state: 'failed' })])).toBeNull()
  expect(hasPrompt(run, prompt)).toBe(true)
  expect(hasPrompt(run, { ...prompt, outputFields: [{ ...outcome, choices: ['Yes'] }] })).toBe(false)
  const gone = [{ key: 'outcome', expected: 'No', actual: null }]
  expect(
    adoptValues(
      [
        { key: 'outcome', value: 'No' },
        { key: 'a', value: 1 },
      ],
      gone,
    ),
  ).toEqual([{ key: 'a', value: 1 }])
  const invalid = { ...value('x'), isInvalid: true, value: null }
  expect(adoptValues([], [{ key: 'outcome', expected: 'No', actual: invalid }])).toBeNull()
})
