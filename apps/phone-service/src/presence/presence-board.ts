import type { live } from '@parley/contract/phone'
import type { Handset, LiveHub, UserInWorkspace } from '../live/index.ts'
import type { PresenceSetting } from '../user-settings/records/index.ts'

type Presence = live.Presence
type PresentUser = { readonly userId: string; readonly presence: Presence }

/** Changes of a user within this time are published together. */
const publishDelayMs = 500

interface PresenceBoardOptions {
  readonly live: LiveHub
  readonly getSetting: (userId: string) => PresenceSetting | null
}

/**
 * The presence of the users with tabs or calls, at any node, published to the tabs of this node. Users who hide
 * their presence are away, and their tabs and calls have no effect, not even on the time at which the presence
 * of others is published.
 */
export class PresenceBoard implements Disposable {
  readonly #live: LiveHub
  readonly #getSetting: PresenceBoardOptions['getSetting']
  /** The users who are not away, as last published, by workspace. */
  readonly #published = new Map<string, Map<string, Presence>>()
  /** The users whose presence may have changed since then, by workspace. */
  #changed = new Map<string, Set<string>>()
  /** Ids of the connections that have received the presence of others and may still do so. */
  readonly #viewers = new Set<string>()
  #timer: NodeJS.Timeout | null = null

  constructor({ live, getSetting }: PresenceBoardOptions) {
    this.#live = live
    this.#getSetting = getSetting
    live.addUserListener((user) => this.#handleChange(user))
    live.addChangeListener((change, handset) =>
      this.#handleViewer(handset, change !== 'disconnected' && handset.seesColleagues),
    )
  }

  /** Publishes the presence of a user whose setting has changed. */
  update(userId: string): void {
    const workspaceIds = [...this.#live.listWorkspaces(userId), ...this.#live.listWorkspacesWithCalls(userId)]
    for (const workspaceId of workspaceIds) this.#handleChange({ workspaceId, userId })
  }

  [Symbol.dispose](): void {
    if (this.#timer) clearTimeout(this.#timer)
  }

  #handleChange({ workspaceId, userId }: UserInWorkspace): void {
    if (this.#isHidden(userId) && !this.#published.get(workspaceId)?.has(userId)) return
    const users = this.#changed.get(workspaceId) ?? new Set<string>()
    this.#changed.set(workspaceId, users.add(userId))
    this.#timer ??= setTimeout(() => this.#publish(), publishDelayMs).unref()
  }

  /** Sends the current presence of all to a tab whose user sees it from now on, and removes it from one that does not. */
  #handleViewer({ connectionId, workspaceId, send }: Handset, mayView: boolean): void {
    if (mayView === this.#viewers.has(connectionId)) return
    const users = mayView ? this.#list(workspaceId) : []
    if (mayView) this.#viewers.add(connectionId)
    else this.#viewers.delete(connectionId)
    if (users.length > 0 || !mayView) send({ type: 'presence.list', users }, workspaceId)
  }

  #list(workspaceId: string): PresentUser[] {
    const users = this.#published.get(workspaceId) ?? new Map<string, Presence>()
    return [...users].map(([userId, presence]) => ({ userId, presence }))
  }

  #publish(): void {
    this.#timer = null
    const changed = this.#changed
    this.#changed = new Map()
    for (const [workspaceId, userIds] of changed)
      for (const userId of userIds) this.#publishUser({ workspaceId, userId })
  }

  #publishUser({ workspaceId, userId }: UserInWorkspace): void {
    const presence = this.#find(workspaceId, userId)
    const users = this.#published.get(workspaceId) ?? new Map<string, Presence>()
    if (presence === (users.get(userId) ?? 'away')) return
    if (presence === 'away') users.delete(userId)
    else users.set(userId, presence)
    if (users.size > 0) this.#published.set(workspaceId, users)
    else this.#published.delete(workspaceId)
    this.#live.sendToLocalColleagues(workspaceId, { type: 'presence.changed', userId, presence })
  }

  #find(workspaceId: string, userId: string): Presence {
    if (this.#isHidden(userId)) return 'away'
    if (this.#live.isInCall(workspaceId, userId)) return 'in-call'
    if (!this.#live.isActive(workspaceId, userId)) return 'away'
    return this.#getSetting(userId) === 'do-not-disturb' ? 'do-not-disturb' : 'free'
  }

  #isHidden(userId: string): boolean {
    return this.#getSetting(userId) === 'hidden'
  }
}
