import type { ResponseOf } from '@parley/contract'
import { PhoneError, type testRuns } from '@parley/contract/phone'
import type { ActiveCallService } from '../call-log/index.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { auditReading } from '../transcription/index.ts'
import { findRun, listResults, listRuns } from './records/index.ts'
import { readRun, summarizeRun, toOldestRun } from './serialize-run.ts'

type ListTestRuns = typeof testRuns.listTestRuns
type GetTestRun = typeof testRuns.getTestRun

export async function listTestRuns(
  { database, now }: Pick<Services, 'database' | 'now'>,
  { user }: PhoneRequest<ListTestRuns>,
): Promise<ResponseOf<ListTestRuns>> {
  const runs = await listRuns(database, user.workspaceId, toOldestRun(now()))
  const results = await listResults(
    database,
    runs.map(({ id }) => id),
  )
  const byRun = Map.groupBy(results, ({ runId }) => runId)
  return { items: runs.map((run) => summarizeRun(run, byRun.get(run.id) ?? [])) }
}

export async function getTestRun(
  services: Services & ActiveCallService,
  { user, params, transaction }: PhoneRequest<GetTestRun>,
): Promise<ResponseOf<GetTestRun>> {
  const { database, now } = services
  const stored = await findRun(database, user.workspaceId, params.run)
  if (!stored || stored.requestedAt <= toOldestRun(now())) throw new PhoneError('TEST_RUN_NOT_FOUND')
  const run = await readRun(services, user, stored)
  for (const { callId, isAudible, draft, published } of run.items)
    if (isAudible && (draft.state === 'done' || published?.state === 'done'))
      await auditReading({ user, transaction, now: now() }, { id: callId }, 'analysis.read')
  return run
}
