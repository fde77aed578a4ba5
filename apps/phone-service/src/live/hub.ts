import type { ClientMessage, ServerMessage } from './messages.ts'
import { TabIndex } from './tab-index.ts'
import { type CallUsers, UsersInCalls } from './users-in-calls.ts'

/** A connected, authenticated browser tab. */
export interface Handset {
  readonly connectionId: string
  /** The workspace that the tab shows. */
  readonly workspaceId: string
  readonly userId: string
  /** Id of the session in which the user is signed in; null for tabs of other nodes. */
  readonly sessionId: string | null
  /** All workspaces of the user. Calls ring in each. */
  readonly workspaceIds: readonly string[]
  readonly isPhoneAdmin: boolean
  /** Whether the user may see the other members of the workspace that the tab shows. False for tabs of other nodes. */
  readonly seesColleagues: boolean
  /** Whether the tab had input within the time after which a user counts as away. */
  readonly isActive: boolean
  /** Id of the tab. */
  readonly handsetId: string
  /** Id of the browser. */
  readonly deviceId: string
  /** When the user last gave this tab the focus or had input in it, in epoch milliseconds. */
  readonly focusedAt: number
  /** The state of the tab when its former connection ended; null for a tab that fetches its calls. */
  readonly resume: Resume | null
  /** Sends a message about a workspace of the user. */
  send(message: ServerMessage, workspaceId: string): void
  /** Closes the connection when the user has signed out or left the workspace. */
  recheck(): void
  /** Closes the connection because this node stops, so that the tab connects to another node. */
  leave(): void
}

/** The state of a tab that was connected before. */
export type Resume = NonNullable<Extract<ClientMessage, { type: 'hello' }>['resume']>

export type UserInWorkspace = Pick<Handset, 'workspaceId' | 'userId'>

export type Heartbeat = Extract<ClientMessage, { type: 'heartbeat' }>

/** A property of a tab that changes while it is connected. */
export type TabProperty = 'focus' | 'activity' | 'rights'

/** A tab to which a ringing call is sent. */
interface RingingTab {
  readonly handset: Handset
  readonly presentation: 'ring' | 'show'
  readonly notifies: boolean
}

/** A tab of any node has connected, or has disconnected. */
type ConnectionListener = (handset: Handset) => void
/** A tab of this node has connected, has other properties, or has disconnected. */
type ChangeListener = (change: 'connected' | 'changed' | 'disconnected', handset: Handset) => void
/** The tabs, the activity or the calls of a user may have changed, at any node. */
type UserListener = (user: UserInWorkspace) => void
type CallListener = (call: CallUsers) => void
type HeartbeatListener = (handset: Handset, heartbeat: Heartbeat) => void

/** The dependencies of operations that notify browsers. */
export interface LiveService {
  readonly live: LiveHub
}

/**
 * Creates the registry of the connected tabs, which also sends messages to them: those of this node, and those
 * of others, whose connections `shareTabs` represents.
 */
export function createLiveHub() {
  const tabs = new TabIndex<Handset>()
  const onHeartbeat: HeartbeatListener[] = []
  let isServed: (user: UserInWorkspace) => boolean = () => true
  const connections = createConnections(tabs)

  return {
    ...connections,
    ...createCallIndex(connections.notifyUser),
    ...createTabQueries(tabs),
    receive(handset: Handset, heartbeat: Heartbeat): void {
      for (const listener of onHeartbeat) listener(handset, heartbeat)
    },
    /** Returns whether a tab of the user may connect. */
    accepts: (user: UserInWorkspace): boolean => isServed(user),
    /** Closes the tabs of this node for which `isStillServed` returns false, and rejects such tabs from now on. */
    serveOnly(isStillServed: (user: UserInWorkspace) => boolean): void {
      isServed = isStillServed
      for (const handset of connections.listLocal()) if (!isServed(handset)) handset.leave()
    },
    addHeartbeatListener: (listener: HeartbeatListener) => void onHeartbeat.push(listener),

    /** Closes tabs of this node whose user has signed out or left; the others update the rights of the user. */
    recheckUser(userId: string): void {
      for (const handset of tabs.listOfUser(userId))
        if (connections.findLocal(handset.connectionId)) handset.recheck()
    },
    /** Lets the tabs of this node refetch their user. */
    sendUserChange(userId: string): void {
      for (const handset of tabs.listOfUser(userId))
        if (connections.findLocal(handset.connectionId))
          handset.send({ type: 'me.changed' }, handset.workspaceId)
    },
    sendToWorkspace(workspaceId: string, message: ServerMessage): void {
      for (const handset of tabs.listOfWorkspace(workspaceId)) handset.send(message, workspaceId)
    },
    /** Sends to the tabs of this node that show the workspace and whose users may see its members. */
    sendToLocalColleagues(workspaceId: string, message: ServerMessage): void {
      for (const handset of tabs.listOfWorkspace(workspaceId))
        if (handset.seesColleagues) handset.send(message, workspaceId)
    },
    /** Sends to the tabs of a user that show the workspace. */
    sendToTabsShowing(workspaceId: string, userId: string, message: ServerMessage): void {
      for (const handset of tabs.listOfUserIn(workspaceId, userId)) handset.send(message, workspaceId)
    },
    /** Sends to all tabs of a member, whichever workspace they show. */
    sendToAllTabs(workspaceId: string, userId: string, message: ServerMessage): void {
      for (const handset of tabs.listOfMember(workspaceId, userId)) handset.send(message, workspaceId)
    },
    sendToHandset(workspaceId: string, handsetId: string, message: ServerMessage): void {
      for (const handset of tabs.listOfHandset(handsetId))
        if (handset.workspaceId === workspaceId) handset.send(message, workspaceId)
    },
  }
}

/** Creates the part of a live hub that finds tabs and their users. */
function createTabQueries(tabs: TabIndex<Handset>) {
  return {
    /** Returns the number of tabs of a user, in all workspaces. */
    countTabs: (userId: string): number => tabs.countOfUser(userId),
    /** Returns the ids of the members of a workspace with a connected tab, whichever workspace it shows. */
    listConnectedMembers: (workspaceId: string): Set<string> => tabs.listMembers(workspaceId),
    /** Returns whether a member of a workspace has an active tab, whichever workspace it shows. */
    isActive: (workspaceId: string, userId: string): boolean =>
      tabs.listOfMember(workspaceId, userId).some(({ isActive }) => isActive),
    /** Returns the ids of the workspaces of a user with a connected tab. */
    listWorkspaces: (userId: string): Set<string> =>
      new Set(tabs.listOfUser(userId).flatMap(({ workspaceIds }) => workspaceIds)),
    /** Returns the ids of the users with a tab that shows the workspace. */
    listUsersShowing: (workspaceId: string): Set<string> => tabs.listUsers(workspaceId),
    /** Returns the ids of the administrators of a workspace with a connected tab. */
    onlineAdministrators: (workspaceId: string) => listAdministrators(tabs.listOfWorkspace(workspaceId)),
    /** Returns the tabs of a member, whichever workspace they show, and which of them rings. */
    listTabsToRing: (workspaceId: string, userId: string) =>
      selectRingingTabs(tabs.listOfMember(workspaceId, userId)),
  }
}

/** Creates the part of a live hub that adds tabs to `tabs` and removes them. */
function createConnections(tabs: TabIndex<Handset>) {
  const local = new Map<string, Handset>()
  const onConnected: ConnectionListener[] = []
  const onDisconnected: ConnectionListener[] = []
  const onChanged: ChangeListener[] = []
  const onUserChanged: UserListener[] = []

  function notifyUser(user: UserInWorkspace): void {
    for (const listener of onUserChanged) listener(user)
  }

  function notifyTabChange({ workspaceIds, userId }: Pick<Handset, 'workspaceIds' | 'userId'>): void {
    for (const workspaceId of workspaceIds) notifyUser({ workspaceId, userId })
  }

  function add(handset: Handset): () => void {
    tabs.add(handset)
    for (const listener of onConnected) listener(handset)
    notifyTabChange(handset)
    return () => {
      tabs.delete(handset)
      notifyTabChange(handset)
      for (const listener of onDisconnected) listener(handset)
    }
  }

  return {
    /** Adds a tab of this node. Returns a function that removes it. */
    connect(handset: Handset): () => void {
      local.set(handset.connectionId, handset)
      const remove = add(handset)
      for (const listener of onChanged) listener('connected', handset)
      return () => {
        remove()
        if (local.delete(handset.connectionId))
          for (const listener of onChanged) listener('disconnected', handset)
      }
    },
    /** Adds a tab of another node. Returns a function that removes it. */
    connectRemote: add,
    /** Publishes a change of a tab of this node. The focus has no effect on the presence of its user. */
    update(handset: Handset, change: TabProperty): void {
      if (!local.has(handset.connectionId)) return
      for (const listener of onChanged) listener('changed', handset)
      if (change !== 'focus') notifyTabChange(handset)
    },
    /** Publishes on this node that the activity of a tab of another node has changed. */
    updateRemote: notifyTabChange,
    notifyUser,
    /** Returns the tabs of this node. */
    listLocal: (): Handset[] => [...local.values()],
    /** Returns a tab of this node by the id of its connection. */
    findLocal: (id: string): Handset | null => local.get(id) ?? null,
    addConnectListener: (listener: ConnectionListener) => void onConnected.push(listener),
    addDisconnectListener: (listener: ConnectionListener) => void onDisconnected.push(listener),
    addChangeListener: (listener: ChangeListener) => void onChanged.push(listener),
    addUserListener: (listener: UserListener) => void onUserChanged.push(listener),
  }
}

/** Creates the part of a live hub that knows which users take part in calls. */
function createCallIndex(notifyUser: UserListener) {
  const usersInCalls = new UsersInCalls()
  /** The calls of this node. */
  const local = new Map<string, CallUsers>()
  const onChanged: CallListener[] = []

  function setUsers(call: CallUsers): string[] {
    const changed = usersInCalls.set(call)
    for (const userId of changed) notifyUser({ workspaceId: call.workspaceId, userId })
    return changed
  }

  return {
    /** Publishes which users take part in a call of this node. */
    setCallUsers(call: CallUsers): void {
      if (setUsers(call).length === 0) return
      if (call.userIds.length === 0) local.delete(call.callId)
      else local.set(call.callId, call)
      for (const listener of onChanged) listener(call)
    },
    /** Sets which users take part in a call of another node. */
    setRemoteCallUsers: (call: CallUsers): void => void setUsers(call),
    isInCall: (workspaceId: string, userId: string): boolean => usersInCalls.has(workspaceId, userId),
    listWorkspacesWithCalls: (userId: string): string[] => usersInCalls.listWorkspaces(userId),
    /** Returns the calls of this node with users. */
    listLocalCalls: (): CallUsers[] => [...local.values()],
    addCallListener: (listener: CallListener) => void onChanged.push(listener),
  }
}

/**
 * Of the tabs of a user in all browsers, the one used last rings, and the others show the call. Of those of each browser,
 * the one used last notifies. A tab that has reconnected counts once: its former connection may not have ended yet.
 */
function selectRingingTabs(tabs: readonly Handset[]): RingingTab[] {
  const last = findLastUsed(tabs)
  return tabs.map((handset) => {
    const ofBrowser = tabs.filter(({ deviceId }) => deviceId === handset.deviceId)
    return {
      handset,
      presentation: handset.handsetId === last?.handsetId ? 'ring' : 'show',
      notifies: handset.handsetId === findLastUsed(ofBrowser)?.handsetId,
    }
  })
}

function findLastUsed(tabs: readonly Handset[]): Handset | undefined {
  return tabs.toSorted((one, other) => other.focusedAt - one.focusedAt)[0]
}

function listAdministrators(tabs: readonly Handset[]): Set<string> {
  return new Set(tabs.filter(({ isPhoneAdmin }) => isPhoneAdmin).map(({ userId }) => userId))
}

export type LiveHub = ReturnType<typeof createLiveHub>
