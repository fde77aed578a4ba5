import { isWithinShare } from '@parley/server'
import type { DueWorkspace } from './list-due-workspaces.ts'

interface TurnLimits {
  /** Pieces of work that a node does at the same time. */
  readonly perWorkspace: number
  /** Of all workspaces whose providers one user has chosen. */
  readonly perOwner: number
  /** Of all owners, each of whom has a share of it. */
  readonly perNode: number
}

/** An owner whose last work took longer has one piece of work at a time, and leaves a part of the node to others. */
const slowMs = 60_000
const maxPartOfSlow = 2 / 3

/** Numbers of turns, and of slow owners, that are remembered. */
const maxTurns = 10_000

/** Has the owners of workspaces, and their workspaces, take turns at the work of a node. */
export class WorkTurns {
  readonly #limits: TurnLimits
  readonly #running = new Map<string, number>()
  /** The number of the last turn of each owner and workspace, the latest last. */
  readonly #turns = new Map<string, number>()
  /** The owners whose last work was slow. */
  readonly #slow = new Set<string>()
  #turn = 0
  #allRunning = 0
  #slowRunning = 0

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
      this.#allRunning += 1
      const isSlow = this.#slow.has(owner)
      if (isSlow) this.#slowRunning += 1
      const startedAt = performance.now()
      const end = () => {
        for (const key of [workspace, owner]) this.#addRunning(key, -1)
        this.#allRunning -= 1
        if (isSlow) this.#slowRunning -= 1
        this.#saveSpeed(owner, performance.now() - startedAt)
      }
      return { work, end }
    }
    return null
  }

  #sort(workspaces: readonly DueWorkspace[]): DueWorkspace[] {
    const { perWorkspace } = this.#limits
    return workspaces
      .filter(
        ({ workspaceId, ownerId }) =>
          this.#countRunning(toWorkspaceKey(workspaceId)) < perWorkspace &&
          this.#hasShare(toOwnerKey(ownerId)),
      )
      .toSorted(
        (a, b) =>
          this.#findTurn(toOwnerKey(a.ownerId)) - this.#findTurn(toOwnerKey(b.ownerId)) ||
          this.#findTurn(toWorkspaceKey(a.workspaceId)) - this.#findTurn(toWorkspaceKey(b.workspaceId)),
      )
  }

  #hasShare(owner: string): boolean {
    const { perOwner, perNode } = this.#limits
    const own = this.#countRunning(owner)
    if (this.#slow.has(owner)) return own === 0 && this.#slowRunning < perNode * maxPartOfSlow
    return own < perOwner && isWithinShare({ own, taken: this.#allRunning, max: perNode })
  }

  #saveSpeed(owner: string, durationMs: number): void {
    this.#slow.delete(owner)
    if (durationMs <= slowMs) return
    this.#slow.add(owner)
    const [oldest] = this.#slow
    if (this.#slow.size > maxTurns && oldest !== undefined) this.#slow.delete(oldest)
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
