import { expect, test } from 'vitest'
import { WorkTurns } from './work-turns.ts'

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
  const turns = new WorkTurns({ perWorkspace: 2, perOwner: 10 })
  const all = [workspace('a', 'ada'), workspace('b', 'ada'), workspace('c', 'ada'), workspace('g', 'grace')]

  expect(await takeAll(turns, all, 8)).toBe('agbgcgag')
  expect(await takeAll(turns, [...all, workspace('h', 'hedy')], 1)).toBe('h')
})

test('ZR824: work that runs occupies a part of the node, for each workspace and each owner', async () => {
  const turns = new WorkTurns({ perWorkspace: 2, perOwner: 3 })
  const all = [workspace('a', 'ada'), workspace('b', 'ada'), workspace('g', 'grace')]
  const take = () => turns.takeNext(all, async (id) => id)
  const running = [await take(), await take(), await take(), await take(), await take(), await take()]

  expect(running.map((each) => each?.work ?? null)).toEqual(['a', 'g', 'b', 'g', 'a', null])
  running[0]?.end()
  expect((await take())?.work).toBe('b')
})

test('a workspace whose work another node has taken gives its turn to the next', async () => {
  const turns = new WorkTurns({ perWorkspace: 2, perOwner: 10 })
  const all = [workspace('a'), workspace('b')]
  expect((await turns.takeNext(all, async (id) => (id === 'a' ? null : id)))?.work).toBe('b')
})
