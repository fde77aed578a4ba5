import { createSerialQueue } from '@parley/primitives'
import { runPeriodically } from '@parley/server'
import { z } from 'zod'
import type { BusService } from '../bus/index.ts'
import type { LiveService } from '../live/index.ts'
import type { Services } from '../services.ts'
import { HiddenUsers } from './hidden-users.ts'
import { PresenceBoard } from './presence-board.ts'

type Deps = Pick<Services, 'database' | 'nodeId' | 'log'> & LiveService & BusService

/** How often the settings of all users are read, because a message about a change may not arrive. */
const readIntervalMs = 15_000
const topic = 'presence-settings'
const changedSetting = z.object({ nodeId: z.string(), userId: z.string() })

/** The dependencies of operations that change whether a user shows their presence. */
export interface PresenceService {
  readonly presence: Presence
}

/** The presence of users, published to the tabs of this node. */
export interface Presence {
  /** Begins to publish the presence of users, until disposed. Call before the first tab connects. */
  start(): Promise<AsyncDisposable>
  /** Applies at all nodes whether a user shows their presence. Call when the setting is saved. */
  applySetting(userId: string): Promise<void>
}

export function createPresence({ database, nodeId, log, live, bus }: Deps): Presence {
  const board = new PresenceBoard({ live, isHidden: (userId) => hiddenUsers.has(userId) })
  const hiddenUsers = new HiddenUsers(database, (userId) => board.update(userId))
  /** Each read begins after the one before it has ended, so that an older result replaces no newer one. */
  const queue = createSerialQueue()
  const readOne = (userId: string) => queue.run(() => hiddenUsers.readOne(userId))
  const readAll = () => queue.run(() => hiddenUsers.readAll())
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
