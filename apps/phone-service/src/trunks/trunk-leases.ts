import type { TrunkConfig } from '@parley/call-engine'
import type { Services } from '../services.ts'
import { claimTrunkLeases, listTrunkLeases, releaseTrunkLeases, type TrunkRevision } from './records/index.ts'

type Deps = Pick<Services, 'database' | 'nodeId' | 'nodeLease'>

/** The dependencies of operations that use trunks. */
export interface TrunkLeaseService {
  readonly trunkLeases: TrunkLeases
}

/**
 * The trunks that this node registers, and the revisions that its engine uses. A registrar may store one
 * binding for each account, so one node registers a trunk; the others use it for outgoing calls only.
 */
export class TrunkLeases {
  readonly #deps: Deps
  readonly #held = new Set<string>()
  /** Revision, registration and acceptance that the engine uses, by trunk id. */
  readonly #applied = new Map<string, string>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Returns whether this node registers the trunk. */
  holds(trunkId: string): boolean {
    return this.#held.has(trunkId)
  }

  /** Takes the leases of all registering trunks that no node which is alive has. */
  async claim(trunks: readonly Pick<TrunkRevision, 'id' | 'registration'>[]): Promise<void> {
    const { database, nodeId, nodeLease } = this.#deps
    const { epoch } = nodeLease
    const leases = await listTrunkLeases(database)
    const registering = trunks.filter(({ registration }) => registration === 'register').map(({ id }) => id)
    const free = registering.filter((id) => !leases.has(id))
    const claimed = new Set(await claimTrunkLeases(database, free, { nodeId, epoch }))
    for (const id of registering) {
      const holder = leases.get(id)
      if (claimed.has(id) || (holder?.nodeId === nodeId && holder.epoch === epoch)) this.#held.add(id)
      else this.#held.delete(id)
    }
  }

  /** Lets other nodes register the trunks of this one. Call when it has unregistered them. */
  async release(): Promise<void> {
    if (this.#held.size === 0) return
    this.#held.clear()
    await releaseTrunkLeases(this.#deps.database, this.#deps.nodeId)
  }

  /** Stores what the engine uses, or that it does not use a trunk which is not granted. */
  setApplied({ id, revision, registration, isAccepted }: AppliedTrunk): void {
    this.#applied.set(id, `${revision} ${registration} ${isAccepted}`)
  }

  removeApplied(trunkId: string): void {
    this.#applied.delete(trunkId)
  }

  listApplied(): string[] {
    return [...this.#applied.keys()]
  }

  /** Returns whether the engine uses this revision of a trunk, and registers it if this node is to. */
  isApplied({ id, revision, registration, isAccepted }: TrunkRevision): boolean {
    const wanted = registration === 'register' && this.holds(id) ? 'register' : 'none'
    return this.#applied.get(id) === `${revision} ${wanted} ${isAccepted}`
  }
}

type AppliedTrunk = Pick<TrunkConfig, 'id' | 'registration' | 'isAccepted'> & { readonly revision: string }
