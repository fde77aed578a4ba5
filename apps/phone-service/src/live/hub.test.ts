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
  { tab = `tab of ${userId}`, browser = `browser of ${userId}`, focusedAt = 0 } = {},
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
      return read(tab)
    },
    get workspaceIds() {
      return workspaceIds.map(read)
    },
    sessionId: `session of ${userId}`,
    isPhoneAdmin: false,
    seesColleagues: true,
    isActive: false,
    deviceId: browser,
    focusedAt,
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

  live.sendToTabsShowing('bakery', 'ada', message)
  expect([ada, adaElsewhere, grace, linus].map(({ received }) => received.length)).toEqual([1, 0, 0, 0])
  expect([adaElsewhere, grace, linus].map(({ countReads }) => countReads())).toEqual([0, 0, 0])

  live.sendToHandset('bakery', 'tab of ada', message)
  expect([ada, adaElsewhere, grace, linus].map(({ received }) => received.length)).toEqual([2, 0, 0, 0])
  expect(live.listTabsToRing('bakery', 'grace')).toMatchObject([{ presentation: 'ring' }])
  live.sendToWorkspace('bakery', message)
  live.sendUserChange('ada')
  expect([ada, adaElsewhere, grace, linus].map(({ received }) => received.length)).toEqual([4, 1, 1, 0])
  expect(live.listUsersShowing('bakery')).toEqual(new Set(['ada', 'grace']))
  expect(live.countTabs('ada')).toBe(2)
  expect(linus.countReads()).toBe(0)
})

test('a call rings in every tab of a member, whichever of their workspaces it shows', () => {
  const live = createLiveHub()
  const ada = connectTab(live, 'florist', 'ada', ['bakery', 'florist'])
  const linus = connectTab(live, 'florist', 'linus')

  expect(live.listTabsToRing('bakery', 'ada')).toMatchObject([{ presentation: 'ring' }])
  expect(live.listTabsToRing('bakery', 'linus')).toEqual([])
  live.sendToAllTabs('bakery', 'ada', message)
  expect([ada.received.length, linus.received.length]).toEqual([1, 0])
  expect(live.listConnectedMembers('bakery')).toEqual(new Set(['ada']))
  // Other events belong to the workspace that a tab shows.
  live.sendToTabsShowing('bakery', 'ada', message)
  expect([ada.received.length, live.listUsersShowing('bakery').size]).toEqual([1, 0])
  ada.remove()
  expect(live.listConnectedMembers('bakery').size).toBe(0)
})

/** Guarantee: a user hears a call once, and sees it wherever they may be. */
test('ZR401: of the tabs of a user in all browsers the one used last rings, and one of each browser notifies', () => {
  const live = createLiveHub()
  const connect = (tab: string, browser: string, focusedAt: number) =>
    connectTab(live, 'bakery', 'ada', ['bakery'], { tab, browser, focusedAt })
  const ringing = () =>
    live
      .listTabsToRing('bakery', 'ada')
      .map(({ handset, presentation, notifies }) => [handset.handsetId, presentation, notifies])
  connect('first at the desk', 'desk', 1)
  const last = connect('second at the desk', 'desk', 4)
  connect('at home', 'home', 3)
  connectTab(live, 'bakery', 'grace', ['bakery'], { focusedAt: 5 })

  expect(ringing()).toEqual([
    ['first at the desk', 'show', false],
    ['second at the desk', 'ring', true],
    ['at home', 'show', true],
  ])
  // It has reconnected, and its former connection has not ended yet.
  connect('second at the desk', 'desk', 2)
  expect(ringing().filter(([, presentation]) => presentation === 'ring')).toEqual([
    ['second at the desk', 'ring', true],
    ['second at the desk', 'ring', true],
  ])
  last.remove()
  expect(ringing()).toEqual([
    ['first at the desk', 'show', false],
    ['at home', 'ring', true],
    ['second at the desk', 'show', true],
  ])
})

test('a tab that has disconnected receives nothing, and the other tabs of its user do', () => {
  const live = createLiveHub()
  const [first, second] = [connectTab(live, 'bakery', 'ada'), connectTab(live, 'bakery', 'ada')]

  first.remove()
  live.sendToTabsShowing('bakery', 'ada', message)
  second.remove()
  live.sendToWorkspace('bakery', message)

  expect([first.received.length, second.received.length]).toEqual([0, 1])
  expect(live.listUsersShowing('bakery').size).toBe(0)
  expect(live.countTabs('ada')).toBe(0)
})
