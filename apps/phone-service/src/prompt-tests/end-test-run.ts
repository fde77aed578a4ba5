import type { ResponseOf } from '@parley/contract'
import { PhoneError, type testRuns } from '@parley/contract/phone'
import type { ActiveCallService } from '../call-log/index.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { cancelResults, deleteRun, findRun, lockPromptTests, saveCancellation } from './records/index.ts'
import { readRun } from './serialize-run.ts'

type CancelTestRun = typeof testRuns.cancelTestRun
type DeleteTestRun = typeof testRuns.deleteTestRun

/** No-op for a run that has ended. */
export async function cancelTestRun(
  services: Services & ActiveCallService,
  { user, params, transaction }: PhoneRequest<CancelTestRun>,
): Promise<ResponseOf<CancelTestRun>> {
  const { workspaceId } = user
  const run = await transaction(async (changes) => {
    await lockPromptTests(changes, workspaceId)
    const stored = await findRun(changes, workspaceId, params.run)
    if (!stored) throw new PhoneError('TEST_RUN_NOT_FOUND')
    if ((await cancelResults(changes, stored.id)) === 0) return stored
    const cancelledAt = services.now()
    await saveCancellation(changes, stored.id, cancelledAt)
    const subject = { type: 'workspace', id: workspaceId }
    await changes.audit('analysis_prompt.test_cancelled', subject, { run: stored.id })
    return { ...stored, cancelledAt }
  })
  return await readRun(services, user, run)
}

export async function deleteTestRun(
  _services: Services,
  { user, params, transaction }: PhoneRequest<DeleteTestRun>,
): Promise<ResponseOf<DeleteTestRun>> {
  const { workspaceId } = user
  await transaction(async (changes) => {
    await lockPromptTests(changes, workspaceId)
    if (!(await deleteRun(changes, workspaceId, params.run))) throw new PhoneError('TEST_RUN_NOT_FOUND')
    const subject = { type: 'workspace', id: workspaceId }
    await changes.audit('analysis_prompt.test_deleted', subject, { run: params.run })
  })
  return { success: true }
}
