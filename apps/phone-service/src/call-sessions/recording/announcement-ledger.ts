import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { announcementFile, type PlayerSource } from '@parley/call-engine'
import { type Announced, saveAnnounced } from '../../announcement-ledger/records/index.ts'
import type { CallDeps } from '../parts/call-deps.ts'

/**
 * The announcements to the legs of a call. One that cannot be stored, because the database is unavailable, is stored later:
 * with the end of the call at the latest.
 */
export class AnnouncementLedger {
  readonly #deps: Pick<CallDeps, 'database' | 'log'>
  readonly #call: { readonly callId: string; readonly workspaceId: string }
  /** By the id of the player: not ended, or not stored. */
  readonly #open = new Map<string, Announced>()
  readonly #unsaved = new Set<string>()

  constructor(
    deps: Pick<CallDeps, 'database' | 'log'>,
    call: { readonly callId: string; readonly workspaceId: string },
  ) {
    this.#deps = deps
    this.#call = call
  }

  /** Stores that an announcement is being played to legs. */
  async begin(announced: readonly Announced[]): Promise<void> {
    for (const each of announced) this.#set(each)
    await this.#trySave()
  }

  /** Stores the end of an announcement to a leg. */
  async end(id: string, end: NonNullable<Announced['end']>): Promise<void> {
    const announced = this.#open.get(id)
    if (!announced) return
    this.#set({ ...announced, end })
    await this.#trySave()
  }

  /**
   * Stores all in the transaction that ends the call, which can be repeated. An announcement that has not ended was
   * interrupted by the end of the call.
   */
  async saveAll(transaction: CallDeps['database'], at: Date): Promise<void> {
    const all = [...this.#open.values()].map((each) => ({
      ...each,
      end: each.end ?? ({ at, outcome: 'interrupted' } as const),
    }))
    await saveAnnounced(transaction, this.#call, all)
  }

  #listUnsaved(): Announced[] {
    return [...this.#unsaved].flatMap((id) => this.#open.get(id) ?? [])
  }

  #set(announced: Announced): void {
    this.#open.set(announced.id, announced)
    this.#unsaved.add(announced.id)
  }

  async #trySave(): Promise<void> {
    const unsaved = this.#listUnsaved()
    try {
      await saveAnnounced(this.#deps.database, this.#call, unsaved)
    } catch (error) {
      this.#deps.log.error('announcement_ledger.save_failed', { callId: this.#call.callId, error })
      return
    }
    for (const { id, end } of unsaved) {
      this.#unsaved.delete(id)
      if (end) this.#open.delete(id)
    }
  }
}

/** Returns the SHA-256 hash of the file that a player plays, in hex; null when it cannot be read. */
export async function hashAudio(
  { log }: Pick<CallDeps, 'log'>,
  source: PlayerSource,
): Promise<string | null> {
  const file =
    source.kind === 'file'
      ? source.file
      : source.kind === 'announcement'
        ? announcementFile(source.announcement)
        : null
  if (file === null) return null
  try {
    return createHash('sha256')
      .update(await readFile(file))
      .digest('hex')
  } catch (error) {
    log.error('announcement_ledger.audio_not_read', { error })
    return null
  }
}
