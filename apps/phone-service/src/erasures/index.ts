import { runPeriodically } from '@parley/server'
import { WorkTurns } from '../leased-work/index.ts'
import type { AuthenticationService, PhoneHandlers } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { previewErasure } from './preview-erasure.ts'
import { getErasureReceipt, listErasures, listFormerMembers } from './read-erasures.ts'
import { requestErasure } from './request-erasure.ts'
import type { ErasureDeps } from './run/erasure-turn.ts'
import { deleteOldReceipts, runNextErasure } from './run/run-next-erasure.ts'

export { deleteErasuresOfWorkspace } from './records/index.ts'

export const erasureHandlers = {
  'POST /erasures/preview': previewErasure,
  'POST /erasures': requestErasure,
  'GET /erasures': listErasures,
  'GET /erasures/{erasure}/receipt': getErasureReceipt,
  'GET /former-members': listFormerMembers,
} satisfies Partial<PhoneHandlers<Services & AuthenticationService>>

const intervalMs = 2_000
const cleanUpIntervalMs = 60 * 60_000

/** Erases what administrators have requested until disposed. They take turns with their workspaces. */
export function startErasures(deps: ErasureDeps): AsyncDisposable {
  const onFailure = (error: Error) => deps.log.error('erasures.failed', { error })
  const turns = new WorkTurns({ perWorkspace: 1, perOwner: 1, perNode: 1 })
  const stack = new AsyncDisposableStack()
  stack.use(
    runPeriodically({ intervalMs, onFailure }, async () =>
      (await runNextErasure(deps, turns)) ? 'more' : undefined,
    ),
  )
  stack.use(runPeriodically({ intervalMs: cleanUpIntervalMs, onFailure }, () => deleteOldReceipts(deps)))
  return stack
}
