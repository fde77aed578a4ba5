import { createSerialQueue } from '@parley/primitives'
import { runPeriodically } from '@parley/server'
import { z } from 'zod'
import type { BusService } from '../bus/index.ts'
import type { LiveService } from '../live/index.ts'
import type { Services } from '../services.ts'
import { PresenceBoard } from './presence-board.ts'
import { PresenceSettings } from './presence-settings.ts'

type Deps = Pick<Services, 'database' | 'nodeId' | 'log' | 'now'> & LiveService & BusService

/** How often the settings of all users are read: a message about a change may not arrive, and Do not disturb may end. */
const readIntervalMs = 15_000
const topic = 'presence-settings'
const changedSetting = z.object({ nodeId: z.string(), userId: z.string() })

/** The dependencies of operations that change what colleagues see of a user. */
export interface PresenceService {
  readonly presence: PresencePublisher
}

/** The presence of users, published to the tabs of this node. */
export interface PresencePublisher {
  /** Begins to publish the presence of users, until disposed. Call before the first tab connects. */
  start(): Promise<AsyncDisposable>
  /** Applies at all nodes whether a user shows their presence and calls ring for them. Call when a setting is saved. */
  applySetting(userId: string): Promise<void>
}

export function createPresencePublisher({ database, now, nodeId, log, live, bus }: Deps): PresencePublisher {
  const board = new PresenceBoard({ live, getSetting: (userId) => settings.get(userId) })
  const settings = new PresenceSettings({ database, now }, (userId) => board.update(userId))
  /** Each read begins after the one before it has ended, so that an older result replaces no newer one. */
  const queue = createSerialQueue()
  const readOne = (userId: string) => queue.run(() => settings.readOne(userId))
  const readAll = () => queue.run(() => settings.readAll())
  const onFailure = (error: Error) => log.error('presence_settings.read_failed', { error })

  return {
    async start() {
      const stack = new AsyncDisposableStack()
      stack.use(board)
      await bus.subscribe(topic, (received) => {
        const changed = changedSetting.parse(received)
        if (changed.nodeId !== nodeId) readOne(changed.userId).catch(onFailure)
      })
      await readAll()
      stack.use(runPeriodically({ intervalMs: readIntervalMs, onFailure }, readAll))
      return stack
    },
    async applySetting(userId) {
      await readOne(userId)
      await bus
        .publish(topic, { nodeId, userId })
        .catch((error) => log.warn('presence_setting.not_forwarded', { error: error.message }))
    },
  }
}
