/** The ids by which a tab is found. */
interface Tab {
  readonly workspaceId: string
  readonly userId: string
  readonly handsetId: string
}

/** The connected tabs, found by workspace, user or tab id without walking the others. */
export class TabIndex<T extends Tab> {
  readonly #byWorkspace = new Map<string, Map<string, Set<T>>>()
  readonly #byUser = new Map<string, Set<T>>()
  readonly #byHandset = new Map<string, Set<T>>()

  add(tab: T): void {
    getOrAdd(getOrAdd(this.#byWorkspace, tab.workspaceId, newMap<T>), tab.userId, newSet<T>).add(tab)
    getOrAdd(this.#byUser, tab.userId, newSet<T>).add(tab)
    getOrAdd(this.#byHandset, tab.handsetId, newSet<T>).add(tab)
  }

  delete(tab: T): void {
    const users = this.#byWorkspace.get(tab.workspaceId)
    if (users) remove(users, tab.userId, tab)
    if (users?.size === 0) this.#byWorkspace.delete(tab.workspaceId)
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

  listOfMember(workspaceId: string, userId: string): T[] {
    return [...(this.#byWorkspace.get(workspaceId)?.get(userId) ?? [])]
  }

  listOfHandset(handsetId: string): T[] {
    return [...(this.#byHandset.get(handsetId) ?? [])]
  }

  /** Returns the ids of the users of a workspace with a connected tab. */
  listUsers(workspaceId: string): Set<string> {
    return new Set(this.#byWorkspace.get(workspaceId)?.keys())
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

/** Removes a tab, and the entry of its key when it was the last one. */
function remove<T>(map: Map<string, Set<T>>, key: string, tab: T): void {
  const tabs = map.get(key)
  tabs?.delete(tab)
  if (tabs?.size === 0) map.delete(key)
}
