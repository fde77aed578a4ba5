import { createStore, type Store } from '@parley/primitives'

interface PlayerControl {
  readonly seek: (ms: number) => void
  readonly playFrom: (ms: number) => void
}

/**
 * Connects the player of a call with its transcript and numbers. The position changes many times a second, so that it is
 * a store and no state: the transcript renders only when it reaches another line.
 */
export interface PlaybackLink extends PlayerControl {
  readonly positionMs: Store<number>
  /** Called by the player. */
  readonly report: (positionMs: number) => void
  readonly connect: (player: PlayerControl) => void
}

export function createPlaybackLink(): PlaybackLink {
  const position = createStore(0)
  let player: PlayerControl | null = null
  return {
    positionMs: position,
    seek: (ms) => player?.seek(ms),
    playFrom: (ms) => player?.playFrom(ms),
    report: (ms) => position.set(ms),
    connect(connected) {
      player = connected
    },
  }
}
