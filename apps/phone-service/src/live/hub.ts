import type { ClientMessage, ServerMessage } from './messages.ts'

/** One tab of one person, connected and identified. */
export interface Handset {
  readonly workspaceId: string
  readonly userId: string
  /** The tab. */
  readonly handsetId: string
  /** The browser: of its tabs, only the one that was looked at last rings. */
  readonly deviceId: string
  /** Epoch milliseconds of when the person last looked at this tab. */
  readonly focusedAt: number
  send(message: ServerMessage): void
}

export type Heartbeat = Extract<ClientMessage, { type: 'heartbeat' }>

type OnConnected = (handset: Handset) => void
type OnHeartbeat = (handset: Handset, heartbeat: Heartbeat) => void

/** Knows which tabs are connected to this node, and speaks to them. */
export function createLiveHub() {
  const handsets = new Set<Handset>()
  const onConnected: OnConnected[] = []
  const onHeartbeat: OnHeartbeat[] = []

  function ofUser(workspaceId: string, userId: string): Handset[] {
    return [...handsets].filter((handset) => handset.workspaceId === workspaceId && handset.userId === userId)
  }

  return {
    /** Lets a tab in until the function that comes back is called. */
    connect(handset: Handset): () => void {
      handsets.add(handset)
      for (const listener of onConnected) listener(handset)
      return () => handsets.delete(handset)
    },
    hear(handset: Handset, heartbeat: Heartbeat): void {
      for (const listener of onHeartbeat) listener(handset, heartbeat)
    },
    whenConnected: (listener: OnConnected) => void onConnected.push(listener),
    whenHeartbeat: (listener: OnHeartbeat) => void onHeartbeat.push(listener),

    /** The people of a workspace who have a tab open. */
    usersOnline(workspaceId: string): Set<string> {
      return new Set(
        [...handsets].filter((one) => one.workspaceId === workspaceId).map(({ userId }) => userId),
      )
    },
    toWorkspace(workspaceId: string, message: ServerMessage): void {
      for (const handset of handsets) if (handset.workspaceId === workspaceId) handset.send(message)
    },
    toUser(workspaceId: string, userId: string, message: ServerMessage): void {
      for (const handset of ofUser(workspaceId, userId)) handset.send(message)
    },
    toHandset(workspaceId: string, handsetId: string, message: ServerMessage): void {
      for (const handset of handsets) {
        if (handset.workspaceId === workspaceId && handset.handsetId === handsetId) handset.send(message)
      }
    },
    /** The tabs of a person, each with whether it is the one of its browser that rings. */
    ringers(workspaceId: string, userId: string): { handset: Handset; manner: 'ring' | 'show' }[] {
      const tabs = ofUser(workspaceId, userId)
      return tabs.map((handset) => {
        const ofDevice = tabs.filter((tab) => tab.deviceId === handset.deviceId)
        const latest = ofDevice.reduce((best, tab) => (tab.focusedAt > best.focusedAt ? tab : best))
        return { handset, manner: latest === handset ? 'ring' : 'show' }
      })
    },
  }
}

export type LiveHub = ReturnType<typeof createLiveHub>
