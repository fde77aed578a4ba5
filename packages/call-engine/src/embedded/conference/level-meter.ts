import type { LegId } from '../../identifiers.ts'

/** Collects the levels of all legs, which are measured at the same time, into one event. */
const collectMs = 30
const floorDbfs = -60

/** Collects audio levels and publishes them while any leg is speaking, and once more when all are silent. */
export class LevelMeter {
  readonly #publish: (levels: Readonly<Record<LegId, number>>) => void
  readonly #levels = new Map<LegId, number>()
  #timer: NodeJS.Timeout | undefined
  #wasSilent = true

  constructor(publish: (levels: Readonly<Record<LegId, number>>) => void) {
    this.#publish = publish
  }

  add(legId: LegId, dbfs: number): void {
    const level = Math.min(1, Math.max(0, (dbfs - floorDbfs) / -floorDbfs))
    this.#levels.set(legId, Math.round(level * 100) / 100)
    this.#timer ??= setTimeout(() => this.#flush(), collectMs)
  }

  remove(legId: LegId): void {
    this.#levels.delete(legId)
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  #flush(): void {
    this.#timer = undefined
    const isSilent = [...this.#levels.values()].every((level) => level === 0)
    if (!isSilent || !this.#wasSilent) this.#publish(Object.fromEntries(this.#levels))
    this.#wasSilent = isSilent
  }
}
