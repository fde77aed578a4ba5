import type { Services } from '../services.ts'
import { saveHeartbeat } from './nodes.ts'

/** After a crash, the next start ends the open calls at the time of the last heartbeat. */
const intervalMs = 1_000

/** Saves a heartbeat every second until disposed. */
export function startHeartbeat({
  database,
  nodeId,
  now,
  log,
}: Pick<Services, 'database' | 'nodeId' | 'now' | 'log'>): AsyncDisposable {
  let pending: Promise<void> = Promise.resolve()
  let isBeating = false
  const timer = setInterval(() => {
    if (isBeating) return
    isBeating = true
    pending = saveHeartbeat(database, nodeId, now())
      .catch((error) => log.error('node.heartbeat_failed', { error }))
      .finally(() => {
        isBeating = false
      })
  }, intervalMs).unref()

  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await pending
    },
  }
}
