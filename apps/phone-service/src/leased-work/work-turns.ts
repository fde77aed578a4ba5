import type { DueWorkspace } from './list-due-workspaces.ts'

interface TurnLimits {
  /** Pieces of work that a node does at the same time. */
  readonly perWorkspace: number
  /** Of all workspaces whose providers one user has chosen. */
  readonly perOwner: number
}

/** Numbers of turns that are remembered. */
const maxTurns = 10_000

/** Has the owners of workspaces, and their workspaces, take turns at the work of a node. */
export class WorkTurns {
  readonly #limits: TurnLimits
  readonly #running = new Map<string, number>()
  /** The number of the last turn of each owner and workspace, the latest last. */
  readonly #turns = new Map<string, number>()
  #turn = 0

  constructor(limits: TurnLimits) {
    this.#limits = limits
  }

  /**
   * Takes work of the workspace whose turn it is. Returns null when there is none.
   *
   * @param take Returns null when another node has taken the work of the workspace.
   */
  async takeNext<Work>(
    workspaces: readonly DueWorkspace[],
    take: (workspaceId: string) => Promise<Work | null>,
  ): Promise<{ readonly work: Work; end(): void } | null> {
    for (const { workspaceId, ownerId } of this.#sort(workspaces)) {
      const work = await take(workspaceId)
      if (work === null) continue
      const [workspace, owner] = [toWorkspaceKey(workspaceId), toOwnerKey(ownerId)]
      for (const key of [workspace, owner]) {
        this.#addRunning(key, 1)
        this.#saveTurn(key)
      }
      const end = () => {
        for (const key of [workspace, owner]) this.#addRunning(key, -1)
      }
      return { work, end }
    }
    return null
  }

  #sort(workspaces: readonly DueWorkspace[]): DueWorkspace[] {
    const { perWorkspace, perOwner } = this.#limits
    return workspaces
      .filter(
        ({ workspaceId, ownerId }) =>
          this.#countRunning(toWorkspaceKey(workspaceId)) < perWorkspace &&
          this.#countRunning(toOwnerKey(ownerId)) < perOwner,
      )
      .toSorted(
        (a, b) =>
          this.#findTurn(toOwnerKey(a.ownerId)) - this.#findTurn(toOwnerKey(b.ownerId)) ||
          this.#findTurn(toWorkspaceKey(a.workspaceId)) - this.#findTurn(toWorkspaceKey(b.workspaceId)),
      )
  }

  #countRunning(key: string): number {
    return this.#running.get(key) ?? 0
  }

  #addRunning(key: string, change: number): void {
    const count = this.#countRunning(key) + change
    if (count > 0) this.#running.set(key, count)
    else this.#running.delete(key)
  }

  #findTurn(key: string): number {
    return this.#turns.get(key) ?? 0
  }

  #saveTurn(key: string): void {
    this.#turns.delete(key)
    this.#turns.set(key, ++this.#turn)
    const [oldest] = this.#turns.keys()
    if (this.#turns.size > maxTurns && oldest !== undefined) this.#turns.delete(oldest)
  }
}

function toWorkspaceKey(id: string): string {
  return `workspace ${id}`
}

function toOwnerKey(id: string): string {
  return `owner ${id}`
}
