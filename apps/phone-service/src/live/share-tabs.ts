import { randomUUID } from 'node:crypto'
import type { BusService } from '../bus/index.ts'
import type { Services } from '../services.ts'
import type { Handset, LiveService } from './hub.ts'
import { RemoteTabs } from './remote-tabs.ts'
import { type Delivery, delivery, type TabMessage, tabMessage } from './tab-messages.ts'

type Deps = Pick<Services, 'nodeId' | 'log'> & BusService & LiveService

const aliveIntervalMs = 2_000
const topic = 'tabs'

/**
 * Publishes the tabs of this node to the others, adds theirs to the live hub, and delivers messages between
 * them, until disposed. After an interruption of the bus, the nodes send each other all of their tabs.
 */
export async function shareTabs({ bus, live: hub, nodeId, log }: Deps): Promise<AsyncDisposable> {
  const runId = randomUUID()
  let sequence = 0
  const publish = (message: TabMessage) =>
    // The bus logs its interruptions.
    bus.publish(topic, message).catch(() => 0)
  const publishAll = (tabs: readonly Handset[]) =>
    publish({ type: 'all', nodeId, runId, sequence, tabs: tabs.map(serializeTab) })
  const request = (ofNodeId: string | null) => publish({ type: 'requested', nodeId, ofNodeId })
  const deliver = (to: string, sent: Delivery) =>
    void bus
      .publish(getDeliveryTopic(to), JSON.parse(JSON.stringify(sent)))
      .catch((error) => log.warn('live_message.not_delivered', { nodeId: to, error: error.message }))
  const remote = new RemoteTabs({ hub, request, deliver })

  hub.addChangeListener((type, handset) => {
    sequence += 1
    void publish({ type, nodeId, runId, sequence, tab: serializeTab(handset) })
  })
  await bus.subscribe(topic, (received) => {
    const message = tabMessage.parse(received)
    if (message.nodeId === nodeId) return
    if (message.type !== 'requested') remote.receive(message)
    else if (message.ofNodeId === null || message.ofNodeId === nodeId) void publishAll(hub.listLocal())
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
    await publishAll(hub.listLocal())
    await request(null)
  }
  bus.addReconnectListener(() => void exchange())
  await exchange()
  const timer = setInterval(() => {
    remote.removeSilent()
    void publish({ type: 'alive', nodeId, runId, sequence })
  }, aliveIntervalMs).unref()

  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await publishAll([])
      remote.removeAll()
    },
  }
}

function getDeliveryTopic(nodeId: string): string {
  return `tabs of ${nodeId}`
}

function serializeTab(handset: Handset) {
  const { connectionId, workspaceId, userId, workspaceIds, isPhoneAdmin, handsetId, deviceId, focusedAt } =
    handset
  return {
    connectionId,
    workspaceId,
    userId,
    workspaceIds: [...workspaceIds],
    isPhoneAdmin,
    handsetId,
    deviceId,
    focusedAt,
  }
}
