/** The ids by which a tab is found. */
interface Tab {
  readonly workspaceId: string
  readonly userId: string
  readonly handsetId: string
  /** The workspaces in which the user receives calls: the one that the tab shows, and the others. */
  readonly workspaceIds: readonly string[]
}

/** The connected tabs, found by workspace, user or tab id without walking the others. */
export class TabIndex<T extends Tab> {
  /** Tabs by the workspace that they show, and user. */
  readonly #byWorkspace = new Map<string, Map<string, Set<T>>>()
  /** Tabs by each workspace of their user, and user. */
  readonly #byMembership = new Map<string, Map<string, Set<T>>>()
  readonly #byUser = new Map<string, Set<T>>()
  readonly #byHandset = new Map<string, Set<T>>()

  add(tab: T): void {
    addOfUser(this.#byWorkspace, tab.workspaceId, tab)
    for (const id of tab.workspaceIds) addOfUser(this.#byMembership, id, tab)
    getOrAdd(this.#byUser, tab.userId, newSet<T>).add(tab)
    getOrAdd(this.#byHandset, tab.handsetId, newSet<T>).add(tab)
  }

  delete(tab: T): void {
    removeOfUser(this.#byWorkspace, tab.workspaceId, tab)
    for (const id of tab.workspaceIds) removeOfUser(this.#byMembership, id, tab)
    remove(this.#byUser, tab.userId, tab)
    remove(this.#byHandset, tab.handsetId, tab)
  }

  listOfWorkspace(workspaceId: string): T[] {
    return [...(this.#byWorkspace.get(workspaceId)?.values() ?? [])].flatMap((tabs) => [...tabs])
  }

  /** Returns the tabs of a user in all workspaces. */
  listOfUser(userId: string): T[] {
    return [...(this.#byUser.get(userId) ?? [])]
  }

  /** Returns the tabs of a user that show the workspace. */
  listOfUserIn(workspaceId: string, userId: string): T[] {
    return [...(this.#byWorkspace.get(workspaceId)?.get(userId) ?? [])]
  }

  /** Returns the tabs of a member, whichever workspace they show. */
  listOfMember(workspaceId: string, userId: string): T[] {
    return [...(this.#byMembership.get(workspaceId)?.get(userId) ?? [])]
  }

  listOfHandset(handsetId: string): T[] {
    return [...(this.#byHandset.get(handsetId) ?? [])]
  }

  /** Returns the ids of the users with a tab that shows the workspace. */
  listUsers(workspaceId: string): Set<string> {
    return new Set(this.#byWorkspace.get(workspaceId)?.keys())
  }

  /** Returns the ids of the members of a workspace with a connected tab. */
  listMembers(workspaceId: string): Set<string> {
    return new Set(this.#byMembership.get(workspaceId)?.keys())
  }

  countOfUser(userId: string): number {
    return this.#byUser.get(userId)?.size ?? 0
  }
}

const newMap = <T>() => new Map<string, Set<T>>()
const newSet = <T>() => new Set<T>()

function getOrAdd<V>(map: Map<string, V>, key: string, create: () => V): V {
  const found = map.get(key)
  if (found !== undefined) return found
  const added = create()
  map.set(key, added)
  return added
}

function addOfUser<T extends Tab>(
  byWorkspace: Map<string, Map<string, Set<T>>>,
  workspaceId: string,
  tab: T,
): void {
  getOrAdd(getOrAdd(byWorkspace, workspaceId, newMap<T>), tab.userId, newSet<T>).add(tab)
}

function removeOfUser<T extends Tab>(
  byWorkspace: Map<string, Map<string, Set<T>>>,
  workspaceId: string,
  tab: T,
): void {
  const users = byWorkspace.get(workspaceId)
  if (users) remove(users, tab.userId, tab)
  if (users?.size === 0) byWorkspace.delete(workspaceId)
}

/** Removes a tab, and the entry of its key when it was the last one. */
function remove<T>(map: Map<string, Set<T>>, key: string, tab: T): void {
  const tabs = map.get(key)
  tabs?.delete(tab)
  if (tabs?.size === 0) map.delete(key)
}
