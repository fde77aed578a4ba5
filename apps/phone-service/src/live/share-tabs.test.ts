import { randomUUID } from 'node:crypto'
import type { JsonValue } from '@parley/call-engine'
import { waitUntil } from '@parley/primitives'
import { createLog, createSecrets } from '@parley/server'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Bus, createInProcessBus, createRedisBus } from '../bus/index.ts'
import { startRedis } from '../testing/start-redis.ts'
import { createLiveHub, type Handset } from './hub.ts'
import type { ServerMessage } from './messages.ts'
import { shareTabs } from './share-tabs.ts'

const requestOfOneNode = z.object({ type: z.literal('requested'), ofNodeId: z.string() })
const message: ServerMessage = { type: 'contacts.changed' }
const log = createLog({ level: 'silent' })

async function startNode(bus: Bus) {
  const hub = createLiveHub()
  const sharing = await shareTabs({ bus, live: hub, nodeId: randomUUID(), log })
  return {
    hub,
    connect(userId: string, { workspaceId = 'bakery', focusedAt = 0 } = {}) {
      const received: ServerMessage[] = []
      const handset: Handset & { workspaceIds: string[]; focusedAt: number; isActive: boolean } = {
        connectionId: randomUUID(),
        workspaceId,
        workspaceIds: [workspaceId],
        userId,
        handsetId: randomUUID(),
        deviceId: randomUUID(),
        sessionId: null,
        isPhoneAdmin: false,
        seesColleagues: true,
        isActive: false,
        focusedAt,
        resume: null,
        send: (sent) => void received.push(sent),
        recheck: () => {},
        leave: () => {},
      }
      return { handset, received, disconnect: hub.connect(handset) }
    },
    [Symbol.asyncDispose]: () => sharing[Symbol.asyncDispose](),
  }
}

/** Guarantee: a user is reached in every tab, whichever node it is connected to. */
test('messages for a user, a workspace and a tab reach tabs of other nodes', async () => {
  await using bus = createInProcessBus()
  await using one = await startNode(bus)
  await using other = await startNode(bus)
  const ada = one.connect('ada')
  const adaElsewhere = other.connect('ada')
  const grace = other.connect('grace')
  const linus = other.connect('linus', { workspaceId: 'florist' })
  await waitUntil(
    'all are known',
    () => one.hub.listUsersShowing('bakery').size === 2 && one.hub.countTabs('linus') === 1,
  )

  one.hub.sendToTabsShowing('bakery', 'ada', message)
  one.hub.sendToWorkspace('bakery', message)
  one.hub.sendToHandset('bakery', grace.handset.handsetId, { type: 'me.changed' })

  await waitUntil('Grace has both', () => grace.received.length === 2)
  expect(grace.received).toEqual([message, { type: 'me.changed' }])
  expect([ada, adaElsewhere, linus].map(({ received }) => received.length)).toEqual([2, 2, 0])
  expect(one.hub.countTabs('ada')).toBe(2)
})

test('ZR401: of the tabs of a user at two nodes, the one used last rings', async () => {
  await using bus = createInProcessBus()
  await using one = await startNode(bus)
  await using other = await startNode(bus)
  const first = one.connect('ada', { focusedAt: 1 })
  const second = other.connect('ada', { focusedAt: 2 })
  await waitUntil('both are known', () => one.hub.countTabs('ada') === 2)
  const ringing = () =>
    one.hub
      .listTabsToRing('bakery', 'ada')
      .flatMap(({ handset, presentation }) => (presentation === 'ring' ? [handset.connectionId] : []))
  expect(ringing()).toEqual([second.handset.connectionId])

  first.handset.focusedAt = 3
  one.hub.update(first.handset, 'focus')

  expect(ringing()).toEqual([first.handset.connectionId])
  second.handset.focusedAt = 4
  other.hub.update(second.handset, 'focus')
  await waitUntil('the other tab rings', () => ringing()[0] === second.handset.connectionId)
})

test('a tab that disconnects, and those of a node that stops, are not online at other nodes', async () => {
  await using bus = createInProcessBus()
  await using one = await startNode(bus)
  const other = await startNode(bus)
  const ada = other.connect('ada')
  other.connect('grace')
  await waitUntil('both are known', () => one.hub.listUsersShowing('bakery').size === 2)

  ada.disconnect()
  await waitUntil('Ada is not online', () => !one.hub.listUsersShowing('bakery').has('ada'))
  expect(one.hub.listUsersShowing('bakery')).toEqual(new Set(['grace']))

  await other[Symbol.asyncDispose]()
  await waitUntil('Grace is not online', () => one.hub.listUsersShowing('bakery').size === 0)
})

test('a node that starts later knows the tabs that were connected before', async () => {
  await using bus = createInProcessBus()
  await using one = await startNode(bus)
  one.connect('ada')
  const connected: string[] = []

  await using other = await startNode(bus)
  other.hub.addConnectListener(({ userId }) => connected.push(userId))

  await waitUntil('Ada is known', () => other.hub.listUsersShowing('bakery').has('ada'))
  one.connect('grace')
  await waitUntil('Grace is known', () => connected.includes('grace'))
})

/** A bus that loses the messages of its node for which `isLost` returns true. */
function loseMessages(bus: Bus, isLost: (message: JsonValue) => boolean): Bus {
  return {
    ...bus,
    publish: async (topic, sent) => (isLost(sent) ? 0 : await bus.publish(topic, sent)),
  }
}

test('a message that is lost is made up for by all tabs of its node', async () => {
  await using bus = createInProcessBus()
  let isLosing = false
  await using one = await startNode(bus)
  await using other = await startNode(loseMessages(bus, () => isLosing))
  isLosing = true
  other.connect('ada')
  isLosing = false
  other.connect('grace')

  await waitUntil('both are known', () => one.hub.listUsersShowing('bakery').size === 2)
})

/** Guarantee: a former member receives no call of the workspace, also if other nodes have not received the change. */
test('a user who leaves a workspace receives none of its messages, also when that news is lost', async () => {
  await using bus = createInProcessBus()
  let isLosing = false
  await using one = await startNode(bus)
  await using other = await startNode(loseMessages(bus, () => isLosing))
  const ada = other.connect('ada', { workspaceId: 'florist' })
  ada.handset.workspaceIds = ['bakery', 'florist']
  ada.disconnect()
  const disconnect = other.hub.connect(ada.handset)
  await waitUntil('Ada is known', () => one.hub.listConnectedMembers('bakery').has('ada'))

  isLosing = true
  disconnect()
  ada.handset.workspaceIds = ['florist']
  other.hub.connect(ada.handset)
  isLosing = false
  one.hub.sendToAllTabs('bakery', 'ada', message)
  one.hub.sendToAllTabs('florist', 'ada', { type: 'me.changed' })
  await waitUntil('the second message arrives', () => ada.received.length > 0)
  expect(ada.received).toEqual([{ type: 'me.changed' }])

  other.connect('grace', { workspaceId: 'florist' })
  await waitUntil('Grace is known', () => one.hub.listUsersShowing('florist').has('grace'))
  expect([...one.hub.listConnectedMembers('bakery')]).toEqual([])
  expect(one.hub.listConnectedMembers('florist')).toEqual(new Set(['ada', 'grace']))
})

test('the tabs of a node are requested once after a loss, and again when the request is lost', async () => {
  await using bus = createInProcessBus()
  let isLosing = false
  const requests: JsonValue[] = []
  await using one = await startNode(
    loseMessages(bus, (sent) => {
      const isRequest = requestOfOneNode.safeParse(sent).success
      if (isRequest) requests.push(sent)
      return isRequest && requests.length === 1
    }),
  )
  await using other = await startNode(loseMessages(bus, () => isLosing))
  isLosing = true
  other.connect('ada')
  isLosing = false
  await waitUntil('the loss is noticed', () => requests.length === 1)

  for (const userId of ['grace', 'hedy', 'linus']) other.connect(userId)
  await waitUntil('all are known', () => one.hub.listUsersShowing('bakery').size === 4)

  expect(requests).toHaveLength(2)
})

test('ZR125: the users in calls of other nodes are known, also to a node that starts later or loses a message', async () => {
  await using bus = createInProcessBus()
  let isLosing = false
  await using one = await startNode(bus)
  await using other = await startNode(loseMessages(bus, () => isLosing))
  const workspaceId = 'bakery'
  other.hub.setCallUsers({ callId: 'first', workspaceId, userIds: ['ada'] })
  await waitUntil('the first call is known', () => one.hub.isInCall(workspaceId, 'ada'))
  await using late = await startNode(bus)
  await waitUntil('the late node knows it', () => late.hub.isInCall(workspaceId, 'ada'))

  isLosing = true
  other.hub.setCallUsers({ callId: 'second', workspaceId, userIds: ['ada', 'grace'] })
  other.hub.setCallUsers({ callId: 'first', workspaceId, userIds: [] })
  isLosing = false
  other.hub.setCallUsers({ callId: 'third', workspaceId, userIds: ['hedy'] })

  await waitUntil('all calls are known', () =>
    ['ada', 'grace', 'hedy'].every((userId) => one.hub.isInCall(workspaceId, userId)),
  )
  other.hub.setCallUsers({ callId: 'second', workspaceId, userIds: ['grace'] })
  await waitUntil('Ada is in no call', () => !one.hub.isInCall(workspaceId, 'ada'))
  expect(one.hub.isInCall(workspaceId, 'grace')).toBe(true)
  expect(one.hub.isInCall('florist', 'grace')).toBe(false)
})

/** Guarantee (ZR125): a node that has crashed leaves no user free or in a call. */
test('ZR125: the tabs and calls of a node that is silent are removed', async () => {
  await using bus = createInProcessBus()
  let isLosing = false
  await using one = await startNode(bus)
  await using other = await startNode(loseMessages(bus, () => isLosing))
  const ada = other.connect('ada')
  ada.handset.isActive = true
  other.hub.update(ada.handset, 'activity')
  other.hub.setCallUsers({ callId: 'call', workspaceId: 'bakery', userIds: ['grace'] })
  await waitUntil(
    'both are known',
    () => one.hub.isActive('bakery', 'ada') && one.hub.isInCall('bakery', 'grace'),
  )

  isLosing = true

  await waitUntil('Ada has no tab', () => !one.hub.isActive('bakery', 'ada'), 60_000)
  expect(one.hub.isInCall('bakery', 'grace')).toBe(false)
})

test('after Redis was killed and is back, nodes know the tabs that connected meanwhile', async () => {
  await using redis = await startRedis()
  const secrets = createSecrets('a secret for tests that is long enough')
  const connect = async () => {
    const bus = createRedisBus({ url: redis.url, secrets, log })
    await waitUntil('the bus is connected', () => bus.findProblem() === null)
    return bus
  }
  await using firstBus = await connect()
  await using secondBus = await connect()
  await using one = await startNode(firstBus)
  await using other = await startNode(secondBus)
  const ada = other.connect('ada')
  await waitUntil('Ada is known', () => one.hub.countTabs('ada') === 1)

  await redis.kill()
  await waitUntil('the loss is noticed', () => firstBus.findProblem() !== null)
  ada.disconnect()
  const grace = other.connect('grace')
  await redis.start()

  await waitUntil('Grace is known', () => one.hub.countTabs('grace') === 1)
  expect(one.hub.countTabs('ada')).toBe(0)
  one.hub.sendToTabsShowing('bakery', 'grace', message)
  await waitUntil('the message arrives', () => grace.received.length === 1)
})
