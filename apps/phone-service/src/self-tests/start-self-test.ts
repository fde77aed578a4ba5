import { randomUUID } from 'node:crypto'
import type { ResponseOf } from '@parley/contract'
import { PhoneError, type selfTests } from '@parley/contract/phone'
import type { RateLimit } from '@parley/server'
import type { PhoneRequest } from '../request-context/index.ts'
import { listTestCalls } from './keypad/test-call-routes.ts'
import { type ConfiguredPart, listParts } from './list-parts.ts'
import { readSelfTest } from './read-self-test.ts'
import { insertRun, insertRunningResult } from './records/index.ts'
import { runParts } from './run-parts.ts'
import type { SelfTestDeps } from './self-test-service.ts'

type StartSelfTest = typeof selfTests.startSelfTest
type Request = PhoneRequest<StartSelfTest>

const runLimit: RateLimit = { name: 'phone-self-tests', attempts: 10, windowMs: 600_000, kind: 'sliding' }
/** The results are saved after the last test. */
const saveMs = 15_000
/** The keypad test begins after those of the trunks. */
const successiveTests = 2

/**
 * Starts a run. Its results are saved after the response. Also on a full disk, which it reports: a workspace has one
 * result of each part.
 */
export async function startSelfTest(
  deps: SelfTestDeps,
  { user, body, transaction }: Request,
): Promise<ResponseOf<StartSelfTest>> {
  const { testCallNumber } = body
  const parts = await chooseParts(deps, { user, body })
  const { rateLimits, settings, now } = deps
  const verdict = await rateLimits.consume(runLimit, user.workspaceId)
  if (!verdict.isAllowed)
    throw new PhoneError('TOO_MANY_REQUESTS', { retryAfterSeconds: verdict.retryAfterSeconds })

  const id = randomUUID()
  const startedAt = now()
  const endsAt = new Date(startedAt.getTime() + successiveTests * settings.selfTestTimeoutMs + saveMs)
  const { workspaceId, userId: testedBy, displayName: testedByName } = user
  await transaction(async (changes) => {
    if (!(await insertRun(changes, { workspaceId, id, endsAt }, startedAt)))
      throw new PhoneError('SELF_TEST_RUNNING')
    for (const part of parts) {
      const { fingerprint } = part
      const test = { runId: id, fingerprint, testedAt: startedAt, testedBy, testedByName }
      await insertRunningResult(changes, part, test)
    }
    const tested = [...new Set(parts.map(({ part }) => part))]
    const subject = { type: 'workspace', id: workspaceId }
    await changes.audit('self_test.started', subject, {
      parts: tested.join(', '),
      calls: testCallNumber,
    })
  })
  deps.selfTests.run((stop) => runParts(deps, { id, user, parts, testCallNumber }, stop))
  return await readSelfTest(deps, user)
}

/** @throws {PhoneError} `SELF_TEST_NOTHING_TO_TEST`, `SELF_TEST_NUMBER_NOT_YOURS`, `TRUNK_NOT_FOUND` */
async function chooseParts(
  deps: SelfTestDeps,
  { user, body }: Pick<Request, 'user' | 'body'>,
): Promise<ConfiguredPart[]> {
  const { parts: requested, trunkId, testCallNumber } = body
  const parts = await listParts(deps, user)
  if (trunkId !== null && !parts.some((part) => part.trunkId === trunkId))
    throw new PhoneError('TRUNK_NOT_FOUND')
  const calls = await listTestCalls(deps, user)
  const matches = calls.some(({ number, trunkName }) =>
    testCallNumber === null ? trunkName === null : trunkName !== null && number === testCallNumber,
  )
  if (testCallNumber !== null && !matches) throw new PhoneError('SELF_TEST_NUMBER_NOT_YOURS')
  const chosen = parts.filter(
    (part) =>
      part.isConfigured &&
      requested.includes(part.part) &&
      (part.part !== 'trunk' || trunkId === null || part.trunkId === trunkId) &&
      // Without the simulated network, the administrator has to choose a number, because the call may cost money.
      (part.part !== 'keypad' || matches),
  )
  if (chosen.length === 0) throw new PhoneError('SELF_TEST_NOTHING_TO_TEST')
  return chosen
}
