import { randomUUID } from 'node:crypto'
import type { LegId } from '../../identifiers.ts'

/** How a playback ended. `interrupted`: its media process exited, so that not all of it was heard. */
type PlaybackEnd = 'ended' | 'interrupted'

/**
 * Tracks playbacks. Each ends exactly once: when it finishes, when its leg leaves, or when its process exits.
 */
export class Playbacks {
  readonly #playing = new Map<
    string,
    { readonly legId: LegId; readonly settle: (end: PlaybackEnd) => void }
  >()

  /**
   * Resolves when the playback has ended. An error of `begin` interrupts it: a leg that has left receives
   * nothing.
   */
  async play(legId: LegId, begin: (playbackId: string) => Promise<unknown>): Promise<PlaybackEnd> {
    const playbackId = randomUUID()
    const { promise, resolve } = Promise.withResolvers<PlaybackEnd>()
    this.#playing.set(playbackId, { legId, settle: resolve })
    begin(playbackId).catch(() => this.#settle(playbackId, 'interrupted'))
    return await promise
  }

  end(playbackId: string): void {
    this.#settle(playbackId, 'ended')
  }

  endAll(legId: LegId, end: PlaybackEnd = 'ended'): void {
    for (const [playbackId, playing] of this.#playing)
      if (playing.legId === legId) this.#settle(playbackId, end)
  }

  #settle(playbackId: string, end: PlaybackEnd): void {
    this.#playing.get(playbackId)?.settle(end)
    this.#playing.delete(playbackId)
  }
}
