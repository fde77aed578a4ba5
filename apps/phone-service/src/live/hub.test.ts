import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createLiveHub } from './hub.ts'
import type { ServerMessage } from './messages.ts'

const message: ServerMessage = { type: 'contacts.changed' }

function connectTab(
  live: ReturnType<typeof createLiveHub>,
  workspaceId: string,
  userId: string,
  workspaceIds = [workspaceId],
) {
  const received: ServerMessage[] = []
  let reads = 0
  const read = (value: string) => {
    reads += 1
    return value
  }
  const remove = live.connect({
    connectionId: randomUUID(),
    get workspaceId() {
      return read(workspaceId)
    },
    get userId() {
      return read(userId)
    },
    get handsetId() {
      return read(`tab of ${userId}`)
    },
    get workspaceIds() {
      return workspaceIds.map(read)
    },
    sessionId: `session of ${userId}`,
    isPhoneAdmin: false,
    seesColleagues: true,
    isActive: false,
    deviceId: `device of ${userId}`,
    focusedAt: 0,
    resume: null,
    send: (sent) => void received.push(sent),
    recheck: () => {},
    leave: () => {},
  })
  reads = 0
  return { received, remove, countReads: () => reads }
}

/** Guarantee: the cost of an event does not depend on the number of tabs that it does not concern. */
test('NR5: an event for a user, a workspace or a tab reaches its tabs without reading others', () => {
  const live = createLiveHub()
  const ada = connectTab(live, 'bakery', 'ada')
  const adaElsewhere = connectTab(live, 'florist', 'ada')
  const grace = connectTab(live, 'bakery', 'grace')
  const linus = connectTab(live, 'florist', 'linus')

  live.sendToUser('bakery', 'ada', message)
  expect([ada, adaElsewhere, grace, linus].map(({ received }) => received.length)).toEqual([1, 0, 0, 0])
  expect([adaElsewhere, grace, linus].map(({ countReads }) => countReads())).toEqual([0, 0, 0])

  live.sendToHandset('bakery', 'tab of ada', message)
  expect([ada, adaElsewhere, grace, linus].map(({ received }) => received.length)).toEqual([2, 0, 0, 0])
  expect(live.handsetsToRing('bakery', 'grace')).toMatchObject([{ manner: 'ring' }])
  live.sendToWorkspace('bakery', message)
  live.sendUserChange('ada')
  expect([ada, adaElsewhere, grace, linus].map(({ received }) => received.length)).toEqual([4, 1, 1, 0])
  expect(live.onlineUsers('bakery')).toEqual(new Set(['ada', 'grace']))
  expect(live.countTabs('ada')).toBe(2)
  expect(linus.countReads()).toBe(0)
})

test('a call rings in every tab of a member, whichever of their workspaces it shows', () => {
  const live = createLiveHub()
  const ada = connectTab(live, 'florist', 'ada', ['bakery', 'florist'])
  const linus = connectTab(live, 'florist', 'linus')

  expect(live.handsetsToRing('bakery', 'ada')).toMatchObject([{ manner: 'ring' }])
  expect(live.handsetsToRing('bakery', 'linus')).toEqual([])
  live.sendToMember('bakery', 'ada', message)
  expect([ada.received.length, linus.received.length]).toEqual([1, 0])
  expect(live.reachableMembers('bakery')).toEqual(new Set(['ada']))
  // Other events belong to the workspace that a tab shows.
  live.sendToUser('bakery', 'ada', message)
  expect([ada.received.length, live.onlineUsers('bakery').size]).toEqual([1, 0])
  ada.remove()
  expect(live.reachableMembers('bakery').size).toBe(0)
})

test('a tab that has disconnected receives nothing, and the other tabs of its user do', () => {
  const live = createLiveHub()
  const [first, second] = [connectTab(live, 'bakery', 'ada'), connectTab(live, 'bakery', 'ada')]

  first.remove()
  live.sendToUser('bakery', 'ada', message)
  second.remove()
  live.sendToWorkspace('bakery', message)

  expect([first.received.length, second.received.length]).toEqual([0, 1])
  expect(live.onlineUsers('bakery').size).toBe(0)
  expect(live.countTabs('ada')).toBe(0)
})
