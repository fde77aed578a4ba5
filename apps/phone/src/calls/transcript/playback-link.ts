import { createStore, type Store } from '@parley/primitives'

/**
 * Connects the player of a call with its transcript. The position changes many times a second, so that it is a store and
 * no state: the transcript renders only when it reaches another line.
 */
export interface PlaybackLink {
  readonly positionMs: Store<number>
  readonly seek: (ms: number) => void
  /** Called by the player. */
  readonly report: (positionMs: number) => void
  readonly setSeek: (seek: (ms: number) => void) => void
}

export function createPlaybackLink(): PlaybackLink {
  const position = createStore(0)
  let seekPlayer = (_ms: number) => {}
  return {
    positionMs: position,
    seek: (ms) => seekPlayer(ms),
    report: (ms) => position.set(ms),
    setSeek(seek) {
      seekPlayer = seek
    },
  }
}
