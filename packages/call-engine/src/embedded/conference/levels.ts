import type { LegId } from '../../port.ts'

/** Legs are measured together; their levels are told together. */
const gatherMs = 30
const floorDbfs = -60

/** Gathers how loud each leg is, and tells it while somebody talks, and once more when nobody does. */
export class Levels {
  readonly #tell: (levels: Readonly<Record<LegId, number>>) => void
  readonly #levels = new Map<LegId, number>()
  #timer: NodeJS.Timeout | undefined
  #wasSilent = true

  constructor(tell: (levels: Readonly<Record<LegId, number>>) => void) {
    this.#tell = tell
  }

  measured(legId: LegId, dbfs: number): void {
    const level = Math.min(1, Math.max(0, (dbfs - floorDbfs) / -floorDbfs))
    this.#levels.set(legId, Math.round(level * 100) / 100)
    this.#timer ??= setTimeout(() => this.#gathered(), gatherMs)
  }

  forget(legId: LegId): void {
    this.#levels.delete(legId)
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  #gathered(): void {
    this.#timer = undefined
    const isSilent = [...this.#levels.values()].every((level) => level === 0)
    if (!isSilent || !this.#wasSilent) this.#tell(Object.fromEntries(this.#levels))
    this.#wasSilent = isSilent
  }
}
