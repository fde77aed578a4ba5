import { randomUUID } from 'node:crypto'
import type { LegId } from '../../port.ts'

/** What is being played to legs. Each ends once: by itself, with its leg, or with the process that played it. */
export class Playbacks {
  readonly #playing = new Map<string, { readonly legId: LegId; readonly ended: () => void }>()

  /** Resolves when it has ended. What `begin` throws ends it too: a leg that has left hears nothing. */
  async play(legId: LegId, begin: (playbackId: string) => Promise<unknown>): Promise<void> {
    const playbackId = randomUUID()
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#playing.set(playbackId, { legId, ended: resolve })
    begin(playbackId).catch(() => this.end(playbackId))
    await promise
  }

  end(playbackId: string): void {
    this.#playing.get(playbackId)?.ended()
    this.#playing.delete(playbackId)
  }

  endAll(legId: LegId): void {
    for (const [playbackId, playing] of this.#playing) if (playing.legId === legId) this.end(playbackId)
  }
}
