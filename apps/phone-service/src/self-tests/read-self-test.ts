import type { ResponseOf } from '@parley/contract'
import type { selfTests } from '@parley/contract/phone'
import { findPrice } from '../prices/index.ts'
import type { CurrentUser, PhoneRequest } from '../request-context/index.ts'
import { listTestCalls, type TestCallDeps } from './keypad/test-call-routes.ts'
import { maxTestCallSeconds } from './keypad/test-keypad.ts'
import { type ConfiguredPart, listParts } from './list-parts.ts'
import { findActiveRun, listResults, type StoredResult } from './records/index.ts'

type GetSelfTest = typeof selfTests.getSelfTest

export async function getSelfTest(
  deps: TestCallDeps,
  { user }: PhoneRequest<GetSelfTest>,
): Promise<ResponseOf<GetSelfTest>> {
  return await readSelfTest(deps, user)
}

/** Returns the parts of the workspace of a user with their last results. */
export async function readSelfTest(deps: TestCallDeps, user: CurrentUser): Promise<selfTests.SelfTest> {
  const { database, now } = deps
  const { workspaceId } = user
  const [parts, calls] = await Promise.all([listParts(deps, user), listTestCalls(deps, user)])
  // Before and after the results: otherwise a run that ends or begins meanwhile would be shown as interrupted.
  const before = await findActiveRun(database, workspaceId, now())
  const results = await listResults(database, workspaceId)
  const after = await findActiveRun(database, workspaceId, now())
  const ofTrunks = calls.filter(({ trunkName }) => trunkName !== null)
  return {
    progress: after === null ? null : countProgress(results, after),
    parts: parts.map((part) => serializePart(part, findResult(results, part), [before, after])),
    hasFreeTestCall: ofTrunks.length < calls.length,
    testCalls: await Promise.all(
      ofTrunks.map(async ({ number, from, trunkName }) => {
        const price = await findPrice(database, workspaceId, number)
        return { number, from, trunkName: trunkName ?? '', price: price && serializePrice(price) }
      }),
    ),
    maxTestCallSeconds,
  }
}

function countProgress(results: readonly StoredResult[], runId: string): selfTests.SelfTest['progress'] {
  const ofRun = results.filter((one) => one.runId === runId)
  return { done: ofRun.filter(({ state }) => state !== 'running').length, total: ofRun.length }
}

function findResult(
  results: readonly StoredResult[],
  { part, trunkId }: ConfiguredPart,
): StoredResult | null {
  return results.find((one) => one.part === part && one.trunkId === trunkId) ?? null
}

function serializePart(
  { part, trunkId, name, isConfigured, fingerprint }: ConfiguredPart,
  stored: StoredResult | null,
  activeRuns: readonly (string | null)[],
): selfTests.TestedPart {
  const tested = { part, trunkId, name, isConfigured }
  const none = { problem: null, detail: null, result: null, tookMs: null, testedAt: null, testedBy: null }
  // The result of a removed server says nothing about the phone as it is now.
  if (!stored || !isConfigured) return { ...tested, ...none, state: 'not-tested', isOutdated: false }
  if (stored.state === 'running' && activeRuns.includes(stored.runId))
    return { ...tested, ...none, state: 'running', isOutdated: false }
  const isInterrupted = stored.state === 'running'
  return {
    ...tested,
    state: stored.state === 'passed' ? 'passed' : 'failed',
    problem: isInterrupted ? { kind: 'test', problem: 'interrupted' } : stored.problem,
    detail: stored.detail,
    result: stored.result,
    tookMs: stored.tookMs,
    testedAt: stored.testedAt.getTime(),
    testedBy: stored.testedByName,
    isOutdated: stored.fingerprint !== fingerprint,
  }
}

function serializePrice({
  currency,
  perMinuteMicros,
  setupFeeMicros,
}: NonNullable<selfTests.TestCall['price']>) {
  return { currency, perMinuteMicros, setupFeeMicros }
}
