import { runPeriodically } from '@parley/server'
import type { PhoneHandlers } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { applyNextRetention, type RetentionDeps } from './apply-retention.ts'
import { getRetention, previewRetention, saveRetention } from './change-retention.ts'

export { deleteRetention } from './records/index.ts'

export const retentionHandlers = {
  'GET /retention': getRetention,
  'POST /retention/preview': previewRetention,
  'PUT /retention': saveRetention,
} satisfies Partial<PhoneHandlers<Services>>

const intervalMs = 10_000

/** Deletes the expired data of all workspaces in turns, until disposed. */
export function startRetention(deps: RetentionDeps): AsyncDisposable {
  const onFailure = (error: Error) => deps.log.error('retention.failed', { error })
  return runPeriodically({ intervalMs, onFailure }, async () =>
    (await applyNextRetention(deps)) ? 'more' : undefined,
  )
}
