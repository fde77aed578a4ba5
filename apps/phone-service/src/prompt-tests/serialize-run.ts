import { testRuns } from '@parley/contract/phone'
import { serializeSources } from '../call-analysis/index.ts'
import {
  type ActiveCallService,
  findAudibleCall,
  type StoredCall,
  serializeCalls,
} from '../call-log/index.ts'
import { findAudioStart } from '../recordings/index.ts'
import type { Services } from '../services.ts'
import {
  cancelledProblem,
  listDifferences,
  listReferences,
  listResults,
  type StoredReference,
  type StoredResult,
  type StoredRun,
} from './records/index.ts'

type Reader = Parameters<typeof findAudibleCall>[1]

const lifetimeMs = testRuns.testRunDays * 24 * 60 * 60_000

/** Runs that were requested before this are deleted. */
export function toOldestRun(now: Date): Date {
  return new Date(now.getTime() - lifetimeMs)
}

export function summarizeRun(run: StoredRun, results: readonly StoredResult[]): testRuns.TestRunSummary {
  const unfinishedCount = results.filter(({ state }) => state === 'waiting').length
  return {
    id: run.id,
    state: run.cancelledAt ? 'cancelled' : unfinishedCount > 0 ? 'running' : 'done',
    purpose: run.purpose,
    requestedAt: run.requestedAt.getTime(),
    requestedByName: run.requestedByName,
    expiresAt: run.requestedAt.getTime() + lifetimeMs,
    version: run.version,
    resultCount: results.length,
    unfinishedCount,
    failedCount: results.filter(({ state, problem }) => state === 'failed' && problem !== cancelledProblem)
      .length,
  }
}

/** Returns a test run with the results of the calls that a user may play now. */
export async function readRun(
  services: Services & ActiveCallService,
  user: Reader,
  run: StoredRun,
): Promise<testRuns.TestRun> {
  const { database } = services
  const results = await listResults(database, [run.id])
  const references = new Map(
    (await listReferences(database, run.workspaceId)).map((each) => [each.callId, each]),
  )
  const calls: StoredCall[] = []
  const items: testRuns.TestedCall[] = []
  for (const [callId, ofCall] of Map.groupBy(results, (result) => result.callId)) {
    const call = await findAudibleCall(database, user, callId)
    if (call) calls.push(call)
    const audioStart = call && (await findAudioStart(database, callId))
    items.push(serializeCall(callId, ofCall, { audioStart, reference: references.get(callId) ?? null }))
  }
  return {
    ...summarizeRun(run, results),
    text: run.text,
    outputFields: [...run.outputFields],
    items,
    calls: await serializeCalls(services, user, calls),
  }
}

interface CallFacts {
  /** Null for a call that the user may not play. */
  readonly audioStart: Date | null
  readonly reference: StoredReference | null
}

function serializeCall(
  callId: string,
  results: readonly StoredResult[],
  { audioStart, reference }: CallFacts,
): testRuns.TestedCall {
  const find = (prompt: StoredResult['prompt']) => results.find((each) => each.prompt === prompt)
  const draft = find('draft')
  const published = find('published')
  const differences =
    draft?.answer && reference ? listDifferences(reference.expected, draft.answer.fields) : null
  return {
    callId,
    isAudible: audioStart !== null,
    draft: draft ? serializeResult(draft, audioStart) : missingResult,
    published: published ? serializeResult(published, audioStart) : null,
    reference: differences && {
      isPassed: differences.length === 0,
      differences: audioStart ? differences : [],
    },
  }
}

/** Each call of a run has a result of the draft, which is deleted only with that of the version. */
const missingResult: testRuns.TestResult = {
  state: 'cancelled',
  problem: null,
  retriesAt: null,
  tookMs: null,
  inputTokens: null,
  outputTokens: null,
  statements: [],
  fields: [],
  actionItems: [],
}

function serializeResult(result: StoredResult, audioStart: Date | null): testRuns.TestResult {
  const { answer, problem, dueAt } = result
  const state = toState(result)
  const isRetried = state === 'running' && problem !== null && !result.isTaken
  return {
    state,
    problem: problem === cancelledProblem ? null : toProblem(problem),
    retriesAt: isRetried ? dueAt.getTime() : null,
    tookMs: answer?.tookMs ?? null,
    inputTokens: answer?.inputTokens ?? null,
    outputTokens: answer?.outputTokens ?? null,
    statements:
      answer && audioStart
        ? answer.statements.map(({ text, sources }) => ({
            text,
            sources: serializeSources(sources, audioStart),
          }))
        : [],
    fields: answer && audioStart ? [...answer.fields] : [],
    actionItems: answer && audioStart ? [...answer.items] : [],
  }
}

function toState({ state, problem, attempts }: StoredResult): testRuns.TestResult['state'] {
  if (state === 'failed') return problem === cancelledProblem ? 'cancelled' : 'failed'
  if (state === 'done') return 'done'
  return attempts > 0 ? 'running' : 'queued'
}

/** Only this program writes the problems. */
function toProblem(stored: string | null): testRuns.TestResult['problem'] {
  return stored as testRuns.TestResult['problem']
}
