import { randomUUID } from 'node:crypto'
import type { LegId } from '../../identifiers.ts'

/** Tracks playbacks. Each ends exactly once: when it finishes, when its leg leaves, or when its process exits. */
export class Playbacks {
  readonly #playing = new Map<string, { readonly legId: LegId; readonly ended: () => void }>()

  /** Resolves when the playback has ended. An error of `begin` ends it too: a leg that has left receives nothing. */
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
