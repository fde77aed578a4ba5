import { randomUUID } from 'node:crypto'
import type { ResponseOf } from '@parley/contract'
import { PhoneError, testRuns } from '@parley/contract/phone'
import { findLatestVersion, parseFields, requirePublishable } from '../analysis-prompts/index.ts'
import type { ActiveCallService } from '../call-log/index.ts'
import { requireDatabaseSpace } from '../disk-space.ts'
import { findProvider } from '../model-providers/index.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { lockTranscription } from '../transcription/records/index.ts'
import {
  deleteOldRuns,
  hasUnfinishedResults,
  insertResults,
  insertRun,
  lockPromptTests,
  type StoredRun,
} from './records/index.ts'
import { consumeRun, requireReferenceCalls, requireTestableCalls } from './request-test.ts'
import { readRun } from './serialize-run.ts'

type StartTestRun = typeof testRuns.startTestRun

/** Starts a test run of a prompt, which need not be saved, on calls. */
export async function startTestRun(
  services: Services & ActiveCallService,
  { user, body, transaction }: PhoneRequest<StartTestRun>,
): Promise<ResponseOf<StartTestRun>> {
  const { database, now } = services
  const { workspaceId } = user
  const prompt = { text: body.text, outputFields: parseFields(body.outputFields) }
  requirePublishable(prompt.text)
  if (!(await findProvider(database, workspaceId, 'analysis')))
    throw new PhoneError('ANALYSIS_NOT_CONFIGURED')
  const callIds = body.callIds
    ? await requireTestableCalls(database, user, body.callIds)
    : await requireReferenceCalls(database, workspaceId)
  await requireDatabaseSpace(services)
  await consumeRun(services, workspaceId)
  const latest = body.callIds ? await findLatestVersion(database, workspaceId) : null
  const run: StoredRun = {
    id: randomUUID(),
    workspaceId,
    ...prompt,
    purpose: body.callIds ? 'test' : 'references',
    version: latest?.number ?? null,
    requestedBy: user.userId,
    requestedByName: user.displayName ?? user.primaryEmail,
    requestedAt: now(),
    cancelledAt: null,
  }
  await transaction(async (changes) => {
    await lockPromptTests(changes, workspaceId)
    await insertWithResults(changes, run, callIds)
    const details = { run: run.id, purpose: run.purpose, calls: callIds.join(', ') }
    await changes.audit('analysis_prompt.tested', { type: 'workspace', id: workspaceId }, details)
  })
  return await readRun(services, user, run)
}

/** @throws {PhoneError} `TEST_RUN_RUNNING`, `TRANSCRIPT_NOT_FOUND` */
async function insertWithResults(
  transaction: Services['database'],
  run: StoredRun,
  callIds: readonly string[],
): Promise<void> {
  const { id: runId, workspaceId, version, requestedAt } = run
  for (const callId of callIds)
    if (!(await lockTranscription(transaction, callId))) throw new PhoneError('TRANSCRIPT_NOT_FOUND')
  if (await hasUnfinishedResults(transaction, workspaceId)) throw new PhoneError('TEST_RUN_RUNNING')
  await deleteOldRuns(transaction, workspaceId, testRuns.maxTestRuns - 1)
  await insertRun(transaction, run)
  const prompts = version === null ? (['draft'] as const) : (['draft', 'published'] as const)
  await insertResults(
    transaction,
    callIds.flatMap((callId, index) =>
      prompts.map((prompt) => ({
        id: randomUUID(),
        runId,
        callId,
        workspaceId,
        number: index + 1,
        prompt,
        dueAt: requestedAt,
      })),
    ),
  )
}
