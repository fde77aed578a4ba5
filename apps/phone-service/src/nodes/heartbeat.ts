import type { Services } from '../services.ts'
import { saveHeartbeat } from './nodes.ts'

/** The calls of a node that has crashed end at the time of its last heartbeat. */
const intervalMs = 1_000

/** Saves a heartbeat every second until disposed. */
export function startHeartbeat({
  database,
  nodeId,
  log,
}: Pick<Services, 'database' | 'nodeId' | 'log'>): AsyncDisposable {
  let pending: Promise<void> = Promise.resolve()
  let isBeating = false
  const timer = setInterval(() => {
    if (isBeating) return
    isBeating = true
    pending = saveHeartbeat(database, nodeId)
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
