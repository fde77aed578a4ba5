import { routing } from '@parley/contract/phone'
import { seededRandom } from '@parley/primitives'
import { expect, test } from 'vitest'
import {
  beginRouting,
  createCallState,
  findStep,
  nextCallState,
  type RoutingStep,
} from '../call-state/index.ts'
import { planSteps } from './plan-steps.ts'

const users = [1, 2, 3, 4].map((index) => `00000000-0000-4000-8000-00000004000${index}`)
const numbers = ['+12125550100', '+12125550101', null]
/** The engine rejects a call that waits for 120 s. */
const maxUnansweredMs = 120_000

/** Returns functions that choose at random, in the same order for the same seed. */
function createChooser(seed: number) {
  const random = seededRandom(seed)
  const pick = (count: number) => Math.floor(random() * count)
  function one<T>(items: readonly T[]): T {
    return items[pick(items.length)] as T
  }
  function some<T>(items: readonly T[]): T[] {
    return items.filter(() => pick(2) === 0)
  }
  return { pick, one, some }
}

const id = (kind: number, index: number) => `00000000-0000-4000-8000-0000000${kind}000${index}`

/** Returns a configuration that an administrator can save. */
function createConfiguration(seed: number): routing.RoutingConfiguration {
  const { pick, one, some } = createChooser(seed)
  const groups = [0, 1, 2].map((index) => ({
    id: id(1, index),
    name: `Group ${index}`,
    memberIds: some(users),
    strategy: one(['all', 'in-turn', 'longest-idle'] as const),
    ringSeconds: 5 + pick(56),
  }))
  const queues = [0, 1].map((index) => ({
    id: id(2, index),
    name: `Queue ${index}`,
    groupId: id(1, pick(3)),
    maxWaitSeconds: 30 + pick(3_571),
    maxCallers: 1 + pick(50),
    announcesPosition: pick(2) === 0,
  }))
  const intervals = [{ from: '08:00', to: '17:00' }]
  const weekly = some([1, 2, 3, 4, 5, 6, 7]).map((day) => ({ day, intervals }))
  const openingHours = [{ id: id(3, 0), name: 'Shop', timeZone: 'UTC', weekly, holidays: [] }]
  const target = (): routing.RoutingTarget =>
    one([
      { kind: 'everyone' },
      { kind: 'user', userId: one(users) },
      { kind: 'group', groupId: id(1, pick(3)) },
      { kind: 'queue', queueId: id(2, pick(2)) },
      { kind: 'number', number: '+12125550142' },
      { kind: 'voicemail', announcementId: null },
      { kind: 'hang-up' },
    ] as const)
  const routes = some(numbers).map((number) => ({
    number,
    openingHoursId: one([null, id(3, 0)]),
    open: target(),
    closed: target(),
    unanswered: target(),
  }))
  return routing.routingConfiguration.parse({ groups, openingHours, queues, routes })
}

async function plan(seed: number): Promise<readonly RoutingStep[]> {
  const { pick, one } = createChooser(seed + 1)
  const ringing = new Map(
    users.map((userId) => [
      userId,
      {
        forwarding: one([null, { when: one(['unanswered', 'always'] as const), number: '+12125550143' }]),
        ringSeconds: one([null, 10 + pick(51)]),
      },
    ]),
  )
  return await planSteps({
    configuration: createConfiguration(seed),
    number: one(numbers),
    at: new Date(Date.UTC(2026, 10, 23 + pick(7), pick(24))),
    ringMs: 45_000,
    savedBy: 'ada',
    findUserRinging: async (userId) => ringing.get(userId) ?? { forwarding: null, ringSeconds: null },
    takeMemberOrder: async ({ memberIds }) => memberIds.toReversed(),
  })
}

const seeds = Array.from({ length: 2_000 }, (_, index) => index * 7)

/** Guarantee: no configuration of an administrator can let a call ring without end, or a user hear it twice. */
test('ZR301: with any configuration, a call rings for each user once at a time, and no longer than its network waits', async () => {
  for (const seed of seeds) {
    const steps = await plan(seed)
    const answered = steps.findIndex(({ kind }) => kind === 'queue' || kind === 'voicemail')
    const beforeAnswer = answered === -1 ? steps : steps.slice(0, answered)
    const waitMs = beforeAnswer.reduce((sum, step) => sum + ('ringMs' in step ? step.ringMs : 0), 0)

    expect(waitMs, `seed ${seed}`).toBeLessThan(maxUnansweredMs)
    for (const [index, step] of steps.entries()) {
      if ('ringMs' in step) expect(step.ringMs, `seed ${seed}`).toBeGreaterThan(0)
      if (step.kind === 'voicemail') expect(index, `seed ${seed}`).toBe(steps.length - 1)
      const userIds =
        step.kind === 'ring' ? (step.userIds ?? []) : step.kind === 'queue' ? step.memberIds : []
      expect(new Set(userIds).size, `seed ${seed}`).toBe(userIds.length)
    }
  }
})

test('ZR301: with any configuration and any busy users, the steps of a call follow each other to the last one', async () => {
  for (const seed of seeds) {
    const { some, pick } = createChooser(seed + 2)
    const steps = await plan(seed)
    const busy = some(users)
    const isBusy = (userId: string) => busy.includes(userId)
    const first = findStep(steps, 0, isBusy)
    if (!first) continue
    let state = nextCallState(createCallState('incoming', 0), {
      type: 'routed',
      at: 0,
      routing: beginRouting(steps, first, some(users)),
    })
    const visited = [first.step]
    for (let next = findStep(steps, first.step + 1, isBusy); next; ) {
      const before = state
      state = nextCallState(state, { type: 'ring-step', at: visited.length, ...next })
      // Timers and networks repeat themselves.
      expect(nextCallState(state, { type: 'ring-step', at: pick(100), ...next })).toBe(state)
      expect(state, `seed ${seed}`).not.toBe(before)
      const step = steps[next.step]
      if (step?.kind === 'ring' && step.busyUsers === 'skipped')
        expect(state.routing?.ringsFor?.filter(isBusy), `seed ${seed}`).toEqual([])
      visited.push(next.step)
      next = findStep(steps, next.step + 1, isBusy)
    }

    expect(visited, `seed ${seed}`).toEqual([...new Set(visited)].sort((one, other) => one - other))
    expect(visited.length, `seed ${seed}`).toBeLessThanOrEqual(steps.length)
  }
})
