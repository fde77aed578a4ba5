import { watchMicrophoneLevel } from './levels.ts'
import type { OpenMicrophone } from './types.ts'

/** What is sent of the microphone. Muting silences a copy, so that the level goes on and others are not muted too. */
export interface OutgoingVoice {
  readonly track: MediaStreamTrack
  setMuted(state: 'muted' | 'unmuted'): void
  close(): void
}

export function sendVoice(
  microphone: OpenMicrophone,
  on: { readonly level: (level: number) => void; readonly trackChange: (track: MediaStreamTrack) => void },
): OutgoingVoice {
  let source = microphone.track.get().track
  let sent = source.clone()
  let meter = watchMicrophoneLevel(source, on.level)

  const stopFollowing = microphone.track.subscribe(() => {
    const isMuted = !sent.enabled
    sent.stop()
    meter.close()
    source = microphone.track.get().track
    sent = source.clone()
    sent.enabled = !isMuted
    meter = watchMicrophoneLevel(source, on.level)
    on.trackChange(sent)
  })

  return {
    get track() {
      return sent
    },
    setMuted(state) {
      sent.enabled = state === 'unmuted'
    },
    close() {
      stopFollowing()
      meter.close()
      sent.stop()
      microphone.release()
    },
  }
}
