import type { Services } from '../services.ts'
import { saveHeartbeat } from './nodes.ts'

/** A call that this process was holding when it died ends, after the next start, at the last of these. */
const everyMs = 1_000

/** Writes a sign of life every second until it is disposed. */
export function keepHeartbeat({
  database,
  nodeId,
  now,
  log,
}: Pick<Services, 'database' | 'nodeId' | 'now' | 'log'>): AsyncDisposable {
  let beating: Promise<void> = Promise.resolve()
  let isBeating = false
  const timer = setInterval(() => {
    if (isBeating) return
    isBeating = true
    beating = saveHeartbeat(database, nodeId, new Date(now()))
      .catch((error) => log.error('node.heartbeat-failed', { error }))
      .finally(() => {
        isBeating = false
      })
  }, everyMs).unref()

  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await beating
    },
  }
}
