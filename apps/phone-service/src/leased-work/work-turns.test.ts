import { afterEach, expect, test, vi } from 'vitest'
import { WorkTurns } from './work-turns.ts'

afterEach(() => {
  vi.useRealTimers()
})

const workspace = (workspaceId: string, ownerId = workspaceId) => ({ workspaceId, ownerId })

async function takeAll(turns: WorkTurns, workspaces: readonly ReturnType<typeof workspace>[], count: number) {
  const order: string[] = []
  for (let index = 0; index < count; index += 1) {
    const taken = await turns.takeNext(workspaces, async (id) => id)
    if (taken) order.push(taken.work)
    taken?.end()
  }
  return order.join('')
}

/** Guarantee (ZR824): the work of one user delays that of another by one piece only. */
test('ZR824: owners take turns, and so do the workspaces of each', async () => {
  const turns = new WorkTurns({ perWorkspace: 2, perOwner: 10, perNode: 50 })
  const all = [workspace('a', 'ada'), workspace('b', 'ada'), workspace('c', 'ada'), workspace('g', 'grace')]

  expect(await takeAll(turns, all, 8)).toBe('agbgcgag')
  expect(await takeAll(turns, [...all, workspace('h', 'hedy')], 1)).toBe('h')
})

test('ZR824: work that runs occupies a part of the node, for each workspace and each owner', async () => {
  const turns = new WorkTurns({ perWorkspace: 2, perOwner: 3, perNode: 50 })
  const all = [workspace('a', 'ada'), workspace('b', 'ada'), workspace('g', 'grace')]
  const take = () => turns.takeNext(all, async (id) => id)
  const running = [await take(), await take(), await take(), await take(), await take(), await take()]

  expect(running.map((each) => each?.work ?? null)).toEqual(['a', 'g', 'b', 'g', 'a', null])
  running[0]?.end()
  expect((await take())?.work).toBe('b')
})

test('a workspace whose work another node has taken gives its turn to the next', async () => {
  const turns = new WorkTurns({ perWorkspace: 2, perOwner: 10, perNode: 50 })
  const all = [workspace('a'), workspace('b')]
  expect((await turns.takeNext(all, async (id) => (id === 'a' ? null : id)))?.work).toBe('b')
})

/** Takes work of `owners` with five workspaces each until there is none, and returns it. */
async function takeOfMany(turns: WorkTurns, owners: readonly string[]) {
  const workspaces = owners.flatMap((owner) => [1, 2, 3, 4, 5].map((n) => workspace(`${owner} ${n}`, owner)))
  const running = []
  for (;;) {
    const taken = await turns.takeNext(workspaces, async (id) => id)
    if (!taken) return running
    running.push(taken)
  }
}

/** Guarantee: providers that respond slowly, of many accounts, leave a node able to do the work of others. */
test('ZR863: thirty owners whose providers do not respond leave places for others', async () => {
  const turns = new WorkTurns({ perWorkspace: 2, perOwner: 10, perNode: 50 })
  const owners = Array.from({ length: 30 }, (_, index) => `mallory ${index}`)
  // One after the other, so that the first ones take all that they can.
  const running = []
  for (const owner of owners) running.push(...(await takeOfMany(turns, [owner])))

  expect(running.length).toBeLessThan(50)
  expect(await takeOfMany(turns, ['ada'])).toHaveLength(1)
})

test('ZR864: an owner whose last work was slow does one piece at a time, and leaves a third to others', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const turns = new WorkTurns({ perWorkspace: 2, perOwner: 10, perNode: 6 })
  const slow = ['a', 'b', 'c', 'd', 'e', 'f']
  for (const owner of slow) {
    const [first, ...others] = await takeOfMany(turns, [owner])
    vi.advanceTimersByTime(60_001)
    for (const each of [first, ...others]) each?.end()
  }

  expect(await takeOfMany(turns, ['a'])).toHaveLength(1)
  const running = await takeOfMany(turns, slow)
  expect(running).toHaveLength(3)
  expect(await takeOfMany(turns, ['ada', 'grace', 'hedy'])).toHaveLength(2)

  running[0]?.end()
  expect(await takeOfMany(turns, ['b'])).toHaveLength(1)
})
