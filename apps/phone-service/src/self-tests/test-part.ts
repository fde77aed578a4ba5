import type { selfTests } from '@parley/contract/phone'
import type { RateLimit } from '@parley/server'
import { requireDatabaseSpace } from '../disk-space.ts'
import { testStoredProvider } from '../model-providers/index.ts'
import { StoreTestError, testRecordingStore } from '../recordings/index.ts'
import type { CurrentUser } from '../request-context/index.ts'
import { runTrunkTest } from '../trunks/index.ts'
import { testStoredMailServer } from '../workspace-mail/index.ts'
import { testKeypad } from './keypad/test-keypad.ts'
import type { PartKey, PartOutcome } from './records/index.ts'
import type { SelfTestDeps } from './self-test-service.ts'

/** A workspace has up to 20 trunks, and each test sends several requests to an address that an administrator chose. */
const trunkLimit: RateLimit = {
  name: 'phone-trunk-tests-of-self-tests',
  attempts: 40,
  windowMs: 600_000,
  kind: 'sliding',
}

interface PartTest {
  readonly user: CurrentUser
  /** The number of a trunk that the keypad test calls; null: the one of the user in the simulated network. */
  readonly testCallNumber: string | null
  readonly signal: AbortSignal
}

/**
 * Tests a part as it is configured.
 *
 * @throws {PhoneError} if a rule or limit prevents the test
 */
export async function testPart(deps: SelfTestDeps, key: PartKey, test: PartTest): Promise<PartOutcome> {
  switch (key.part) {
    case 'trunk':
      return await testTrunk(deps, key)
    case 'keypad':
      return await testKeypad(deps, test.user, { number: test.testCallNumber, signal: test.signal })
    case 'mail':
      return await testMail(deps, test)
    case 'storage':
      return await testStorage(deps, key, test)
    case 'transcription':
    case 'analysis':
      return await testProvider(deps, key.part, test)
  }
}

async function testTrunk(deps: SelfTestDeps, { workspaceId, trunkId }: PartKey): Promise<PartOutcome> {
  if (trunkId === null) return passed()
  const { steps } = await runTrunkTest(deps, workspaceId, { trunkId, limit: trunkLimit })
  const step = steps.find(({ result }) => result === 'failed')
  if (!step) return passed()
  const { outcome, subject, sipAnswer } = step
  return failed({ kind: 'trunk', outcome, subject }, sipAnswer && `${sipAnswer.code} ${sipAnswer.phrase}`)
}

async function testMail(deps: SelfTestDeps, { user }: PartTest): Promise<PartOutcome> {
  const result = await testStoredMailServer(deps, user)
  if (!result) return failed({ kind: 'mail', problem: 'not-configured' })
  const { problem, reply, recipient } = result
  return problem ? failed({ kind: 'mail', problem }, reply) : passed(recipient)
}

async function testStorage(
  deps: SelfTestDeps,
  { workspaceId }: PartKey,
  { signal }: PartTest,
): Promise<PartOutcome> {
  await requireDatabaseSpace(deps)
  try {
    await testRecordingStore(deps, workspaceId, signal)
    return passed()
  } catch (error) {
    if (!(error instanceof StoreTestError)) throw error
    // The cause names directories and hosts of the operator.
    deps.log.warn('self_test.storage_failed', { error: error.cause ?? error })
    return failed({ kind: 'storage', problem: error.problem })
  }
}

async function testProvider(
  deps: SelfTestDeps,
  purpose: 'transcription' | 'analysis',
  { user, signal }: PartTest,
): Promise<PartOutcome> {
  const tested = await testStoredProvider(deps, user, { purpose, signal })
  if (!tested) return failed({ kind: 'provider', problem: 'not-configured' })
  const { problem, status, detail, text } = tested
  if (!problem) return passed(text)
  return failed(
    { kind: 'provider', problem },
    [status, detail].filter((part) => part !== null).join(' ') || null,
  )
}

function passed(result: string | null = null): PartOutcome {
  return { problem: null, detail: null, result }
}

function failed(problem: selfTests.SelfTestProblem, detail: string | null = null): PartOutcome {
  return { problem, detail, result: null }
}
