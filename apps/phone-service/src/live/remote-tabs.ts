import type { Handset, LiveHub } from './hub.ts'
import type { ServerMessage } from './messages.ts'
import type { Delivery, SharedTab, SharedTabState, TabMessage } from './tab-messages.ts'
import type { CallUsers } from './users-in-calls.ts'

type TabChange = Exclude<TabMessage, { type: 'requested' }>

/** The tabs of a node that is silent for this long are removed. */
const maxSilenceMs = 10_000

interface RemoteNode {
  readonly runId: string
  sequence: number
  receivedAt: number
  readonly tabs: Map<string, RemoteTab>
  /** Its calls with users, by id. */
  readonly calls: Map<string, CallUsers>
  readonly outbox: Outbox
}

interface RemoteTab {
  readonly handset: { -readonly [K in keyof Handset]: Handset[K] }
  readonly remove: () => void
}

interface RemoteTabsOptions {
  readonly hub: Pick<LiveHub, 'connectRemote' | 'updateRemote' | 'setRemoteCallUsers'>
  /** Asks a node for all of its tabs. */
  readonly request: (nodeId: string) => unknown
  readonly deliver: (nodeId: string, delivery: Delivery) => void
}

/** The tabs of the other nodes, as far as this node knows them. */
export class RemoteTabs {
  readonly #options: RemoteTabsOptions
  readonly #nodes = new Map<string, RemoteNode>()
  /** Ids of the nodes that have been asked for all of their tabs and have not sent them. */
  readonly #requested = new Set<string>()

  constructor(options: RemoteTabsOptions) {
    this.#options = options
  }

  /** Applies a message of another node. When an earlier one is missing, asks for all tabs of that node. */
  receive(message: TabChange): void {
    const { nodeId, runId, sequence } = message
    if (message.type === 'all') {
      this.#replace(message)
      return
    }
    const node = this.#nodes.get(nodeId)
    const expected = message.type === 'alive' ? node?.sequence : (node?.sequence ?? 0) + 1
    if (node?.runId !== runId || sequence !== expected) {
      this.#request(message)
      return
    }
    node.sequence = sequence
    node.receivedAt = performance.now()
    if (message.type === 'disconnected') this.#remove(node, message.connectionId)
    else if (message.type === 'call') this.#saveCall(node, message.call)
    else if (message.type === 'changed') this.#change(node, message.tab)
    else if (message.type === 'connected') this.#save(node, message.tab)
  }

  /** Removes the tabs of nodes that have crashed or cannot be reached. */
  removeSilent(): void {
    for (const [nodeId, node] of this.#nodes)
      if (performance.now() - node.receivedAt > maxSilenceMs) this.#removeNode(nodeId)
  }

  removeAll(): void {
    for (const nodeId of [...this.#nodes.keys()]) this.#removeNode(nodeId)
  }

  /** Requests all tabs of a node, again only when it is alive and has not sent them: the request may be lost. */
  #request({ type, nodeId }: TabChange): void {
    if (this.#requested.has(nodeId) && type !== 'alive') return
    this.#requested.add(nodeId)
    this.#options.request(nodeId)
  }

  #replace({ nodeId, runId, sequence, tabs, calls }: Extract<TabChange, { type: 'all' }>): void {
    this.#requested.delete(nodeId)
    if (this.#nodes.get(nodeId)?.runId !== runId) this.#removeNode(nodeId)
    const node = this.#nodes.get(nodeId) ?? {
      runId,
      sequence,
      receivedAt: 0,
      tabs: new Map<string, RemoteTab>(),
      calls: new Map<string, CallUsers>(),
      outbox: new Outbox((delivery) => this.#options.deliver(nodeId, delivery)),
    }
    this.#nodes.set(nodeId, node)
    node.sequence = sequence
    node.receivedAt = performance.now()
    const current = new Set(tabs.map(({ connectionId }) => connectionId))
    for (const id of [...node.tabs.keys()]) if (!current.has(id)) this.#remove(node, id)
    for (const tab of tabs) this.#save(node, tab)
    const callIds = new Set(calls.map(({ callId }) => callId))
    for (const call of [...node.calls.values()])
      if (!callIds.has(call.callId)) this.#saveCall(node, { ...call, userIds: [] })
    for (const call of calls) this.#saveCall(node, call)
  }

  #save(node: RemoteNode, tab: SharedTab): void {
    const known = node.tabs.get(tab.connectionId)
    // The live hub finds a tab by its workspaces.
    if (known?.handset.workspaceIds.join() === tab.workspaceIds.join()) {
      this.#change(node, tab)
      return
    }
    known?.remove()
    const handset = {
      ...tab,
      sessionId: null,
      // Its own node sends it the presence of others.
      seesColleagues: false,
      send: (message: ServerMessage, workspaceId: string) =>
        node.outbox.add(tab.connectionId, workspaceId, message),
      // Its own node does both.
      recheck() {},
      leave() {},
    }
    node.tabs.set(tab.connectionId, { handset, remove: this.#options.hub.connectRemote(handset) })
  }

  #change(node: RemoteNode, { connectionId, focusedAt, isPhoneAdmin, isActive }: SharedTabState): void {
    const handset = node.tabs.get(connectionId)?.handset
    if (!handset) return
    const hasOtherActivity = handset.isActive !== isActive
    Object.assign(handset, { focusedAt, isPhoneAdmin, isActive })
    if (hasOtherActivity) this.#options.hub.updateRemote(handset)
  }

  #remove(node: RemoteNode, connectionId: string): void {
    node.tabs.get(connectionId)?.remove()
    node.tabs.delete(connectionId)
  }

  #saveCall(node: RemoteNode, call: CallUsers): void {
    if (call.userIds.length === 0) node.calls.delete(call.callId)
    else node.calls.set(call.callId, call)
    this.#options.hub.setRemoteCallUsers(call)
  }

  #removeNode(nodeId: string): void {
    const node = this.#nodes.get(nodeId)
    this.#nodes.delete(nodeId)
    if (!node) return
    for (const id of [...node.tabs.keys()]) this.#remove(node, id)
    for (const call of [...node.calls.values()]) this.#saveCall(node, { ...call, userIds: [] })
  }
}

/** Combines what several tabs of a node receive at the same time into one message of the bus. */
class Outbox {
  readonly #deliver: (delivery: Delivery) => void
  #pending: Delivery[] = []

  constructor(deliver: (delivery: Delivery) => void) {
    this.#deliver = deliver
  }

  add(connectionId: string, workspaceId: string, message: ServerMessage): void {
    const last = this.#pending.at(-1)
    if (last?.message === message && last.workspaceId === workspaceId) {
      last.connectionIds.push(connectionId)
      return
    }
    if (this.#pending.length === 0) queueMicrotask(() => this.#flush())
    this.#pending.push({ connectionIds: [connectionId], workspaceId, message })
  }

  #flush(): void {
    const pending = this.#pending
    this.#pending = []
    for (const delivery of pending) this.#deliver(delivery)
  }
}
