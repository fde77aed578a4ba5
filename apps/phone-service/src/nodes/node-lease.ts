import { runPeriodically } from '@parley/server'
import type { Services } from '../services.ts'
import type { InstanceLock } from './instance-lock.ts'
import { saveHeartbeat, saveNodeStart } from './nodes.ts'

/** The calls of a node that has crashed end at the time of its last heartbeat. */
const intervalMs = 1_000
/** Less than the time after which other nodes end the calls of this one. */
const maxUnconfirmedMs = 8_000

/** The right of this node to place, accept and change calls. */
export interface NodeLease extends AsyncDisposable {
  /** Whether the database has confirmed both the lock and a heartbeat within the last 8 s. */
  readonly isHeld: boolean
  /** Whether this node has released its lock while it held it: its running calls continue without it. */
  readonly isReleased: boolean
  /** Stored with each call of this node. It increases when another node has ended the calls of this one. */
  readonly epoch: number
  /** Saves the start of this node, and then a heartbeat every second until disposed. */
  start(): Promise<void>
  /** Lets a service without PARLEY_REDIS_URL start. */
  release(): Promise<void>
}

/** Creates the lease of this node, which is not held before its start. */
export function createNodeLease(
  { database, nodeId, log }: Pick<Services, 'database' | 'nodeId' | 'log'>,
  lock: InstanceLock,
): NodeLease {
  let epoch = 0
  let confirmedAt = Number.NEGATIVE_INFINITY
  let heartbeats: AsyncDisposable | null = null
  const begin = async () => {
    const sentAt = performance.now()
    epoch = await saveNodeStart(database, nodeId)
    confirmedAt = sentAt
  }
  const confirm = async () => {
    // The time of the query, because the process may be suspended after the database has responded.
    const sentAt = performance.now()
    if (await saveHeartbeat(database, nodeId, epoch)) {
      confirmedAt = sentAt
      return
    }
    log.error('node.epoch_ended', { epoch, effect: 'Another node has ended the calls of this one.' })
    await begin()
  }
  return {
    get isHeld() {
      return lock.isHeld && performance.now() - confirmedAt < maxUnconfirmedMs
    },
    get isReleased() {
      return lock.isReleased
    },
    get epoch() {
      return epoch
    },
    async start() {
      await begin()
      const onFailure = (error: Error) => log.error('node.heartbeat_failed', { error })
      heartbeats = runPeriodically({ intervalMs, onFailure }, confirm)
    },
    release: () => lock.release(),
    async [Symbol.asyncDispose]() {
      await heartbeats?.[Symbol.asyncDispose]()
    },
  }
}
