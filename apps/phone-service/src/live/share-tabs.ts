import { randomUUID } from 'node:crypto'
import type { BusService } from '../bus/index.ts'
import type { Services } from '../services.ts'
import type { Handset, LiveService } from './hub.ts'
import { RemoteTabs } from './remote-tabs.ts'
import {
  type Delivery,
  delivery,
  type SharedCall,
  type SharedTab,
  type SharedTabState,
  type TabMessage,
  tabMessage,
} from './tab-messages.ts'
import type { CallUsers } from './users-in-calls.ts'

type Deps = Pick<Services, 'nodeId' | 'log'> & BusService & LiveService

const aliveIntervalMs = 2_000
const topic = 'tabs'

/**
 * Publishes the tabs of this node, and the users in its calls, to the others, adds theirs to the live hub, and
 * delivers messages between them, until disposed. After an interruption of the bus, the nodes send each other
 * all of them.
 */
export async function shareTabs({ bus, live: hub, nodeId, log }: Deps): Promise<AsyncDisposable> {
  const { publishAll, publishChange, publishAlive, request } = createPublisher(bus, nodeId)
  const publishCurrent = () => publishAll(hub.listLocal(), hub.listLocalCalls())
  const deliver = (to: string, sent: Delivery) =>
    void bus
      .publish(getDeliveryTopic(to), JSON.parse(JSON.stringify(sent)))
      .catch((error) => log.warn('live_message.not_delivered', { nodeId: to, error: error.message }))
  const remote = new RemoteTabs({ hub, request, deliver })

  hub.addChangeListener((type, handset) => publishChange(toTabEvent(type, handset)))
  hub.addCallListener((call) => publishChange({ type: 'call', call: serializeCallUsers(call) }))
  await bus.subscribe(topic, (received) => {
    const message = tabMessage.parse(received)
    if (message.nodeId === nodeId) return
    if (message.type !== 'requested') remote.receive(message)
    else if (message.ofNodeId === null || message.ofNodeId === nodeId) void publishCurrent()
  })
  await bus.subscribe(getDeliveryTopic(nodeId), (received) => {
    const { connectionIds, workspaceId, message } = delivery.parse(received)
    for (const id of connectionIds) {
      const handset = hub.findLocal(id)
      // The other node may not yet know that the user has left the workspace.
      if (handset?.workspaceIds.includes(workspaceId)) handset.send(message, workspaceId)
    }
  })
  const exchange = async () => {
    await publishCurrent()
    await request(null)
  }
  bus.addReconnectListener(() => void exchange())
  await exchange()
  const timer = setInterval(() => {
    remote.removeSilent()
    void publishAlive()
  }, aliveIntervalMs).unref()

  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await publishAll([], [])
      remote.removeAll()
    },
  }
}

type TabEvent =
  | { readonly type: 'connected'; readonly tab: SharedTab }
  | { readonly type: 'changed'; readonly tab: SharedTabState }
  | { readonly type: 'disconnected'; readonly connectionId: string }
  | { readonly type: 'call'; readonly call: SharedCall }

/** Creates the part that publishes the tabs and calls of this node, and numbers their changes. */
function createPublisher(bus: Deps['bus'], nodeId: string) {
  const runId = randomUUID()
  let sequence = 0
  const publish = (message: TabMessage) =>
    // The bus logs its interruptions.
    bus.publish(topic, message).catch(() => 0)
  return {
    publishAll: (tabs: readonly Handset[], calls: readonly CallUsers[]) =>
      publish({
        type: 'all',
        nodeId,
        runId,
        sequence,
        tabs: tabs.map(serializeTab),
        calls: calls.map(serializeCallUsers),
      }),
    publishChange(event: TabEvent): void {
      sequence += 1
      void publish({ ...event, nodeId, runId, sequence })
    },
    publishAlive: () => publish({ type: 'alive', nodeId, runId, sequence }),
    /** Requests all tabs and calls of one node, or of all. */
    request: (ofNodeId: string | null) => publish({ type: 'requested', nodeId, ofNodeId }),
  }
}

function getDeliveryTopic(nodeId: string): string {
  return `tabs of ${nodeId}`
}

/** A change contains only what changes: tabs send many of them, and the rest may be long. */
function toTabEvent(type: 'connected' | 'changed' | 'disconnected', handset: Handset): TabEvent {
  if (type === 'connected') return { type, tab: serializeTab(handset) }
  if (type === 'changed') return { type, tab: serializeTabState(handset) }
  return { type, connectionId: handset.connectionId }
}

function serializeTabState({ connectionId, focusedAt, isPhoneAdmin, isActive }: Handset): SharedTabState {
  return { connectionId, focusedAt, isPhoneAdmin, isActive }
}

function serializeTab(handset: Handset): SharedTab {
  return {
    ...serializeTabState(handset),
    workspaceId: handset.workspaceId,
    userId: handset.userId,
    workspaceIds: [...handset.workspaceIds],
    handsetId: handset.handsetId,
    deviceId: handset.deviceId,
    resume: handset.resume,
  }
}

function serializeCallUsers({ callId, workspaceId, userIds }: CallUsers): SharedCall {
  return { callId, workspaceId, userIds: [...userIds] }
}
