import { watchMicrophoneLevel } from './levels.ts'
import type { OpenMicrophone } from './types.ts'

/**
 * The microphone audio that is sent. Muting disables a clone of the track, so that level measurement
 * continues and other users of the microphone are not muted.
 */
export interface OutboundAudio {
  readonly track: MediaStreamTrack
  /** Whether it is the audio of a microphone. */
  readonly source: 'microphone' | 'silence'
  setMuted(state: 'muted' | 'unmuted'): void
  close(): void
}

export function createOutboundAudio(
  microphone: OpenMicrophone,
  on: { readonly level: (level: number) => void; readonly trackChange: (track: MediaStreamTrack) => void },
): OutboundAudio {
  let source = microphone.track.get().track
  let clone = source.clone()
  let meter = watchMicrophoneLevel(source, on.level)

  const unsubscribe = microphone.track.subscribe(() => {
    const isMuted = !clone.enabled
    clone.stop()
    meter.close()
    source = microphone.track.get().track
    clone = source.clone()
    clone.enabled = !isMuted
    meter = watchMicrophoneLevel(source, on.level)
    on.trackChange(clone)
  })

  return {
    source: 'microphone',
    get track() {
      return clone
    },
    setMuted(state) {
      clone.enabled = state === 'unmuted'
    },
    close() {
      unsubscribe()
      meter.close()
      clone.stop()
      microphone.release()
    },
  }
}

/** Silence, which is sent while no microphone can be opened: without packets, the service would take the leg for lost. */
export function createSilence(): OutboundAudio {
  const context = new AudioContext()
  const [track] = context.createMediaStreamDestination().stream.getAudioTracks()
  if (!track) throw new Error('The browser has no silent track.')
  return {
    source: 'silence',
    track,
    setMuted() {},
    close() {
      track.stop()
      void context.close()
    },
  }
}
