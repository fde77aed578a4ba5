/** The users who take part in a call; none once it has ended. */
export interface CallUsers {
  readonly callId: string
  readonly workspaceId: string
  readonly userIds: readonly string[]
}

/** The users who take part in calls, found by workspace and user. */
export class UsersInCalls {
  readonly #calls = new Map<string, CallUsers>()
  /** The number of calls of each user, by workspace and user. */
  readonly #counts = new Map<string, Map<string, number>>()

  /** Replaces the users of a call. Returns the ids of those who were added or removed. */
  set(call: CallUsers): string[] {
    const { callId, workspaceId, userIds } = call
    const before = this.#calls.get(callId)?.userIds ?? []
    if (userIds.length === 0) this.#calls.delete(callId)
    else this.#calls.set(callId, call)
    const added = userIds.filter((id) => !before.includes(id))
    const removed = before.filter((id) => !userIds.includes(id))
    for (const id of added) this.#count(workspaceId, id, 1)
    for (const id of removed) this.#count(workspaceId, id, -1)
    return [...added, ...removed]
  }

  has(workspaceId: string, userId: string): boolean {
    return this.#counts.get(workspaceId)?.has(userId) ?? false
  }

  /** Returns the ids of the workspaces in which a user is in a call. */
  listWorkspaces(userId: string): string[] {
    return [...this.#counts].flatMap(([workspaceId, users]) => (users.has(userId) ? [workspaceId] : []))
  }

  #count(workspaceId: string, userId: string, difference: 1 | -1): void {
    const users = this.#counts.get(workspaceId) ?? new Map<string, number>()
    const count = (users.get(userId) ?? 0) + difference
    if (count > 0) users.set(userId, count)
    else users.delete(userId)
    if (users.size > 0) this.#counts.set(workspaceId, users)
    else this.#counts.delete(workspaceId)
  }
}
