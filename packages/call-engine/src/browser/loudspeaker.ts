import type { AudioDevices } from './types.ts'

/** Plays received audio on the chosen speaker. */
export interface Loudspeaker {
  play(stream: MediaStream): Promise<void>
  /** Starts playback from a user gesture, after the browser blocked autoplay. */
  resumePlayback(): Promise<void>
  close(): void
}

export function createLoudspeaker(
  devices: AudioDevices,
  onPlaybackBlocked: (isBlocked: boolean) => void,
): Loudspeaker {
  const element = new Audio()
  element.autoplay = true

  const applySpeaker = async () => {
    const { speakerId, canChooseSpeaker } = devices.get()
    if (!canChooseSpeaker) return
    const sinkId = speakerId === 'default' ? '' : speakerId
    // When the speaker is not connected, the system default stays in use.
    if (element.sinkId !== sinkId) await element.setSinkId(sinkId).catch(() => undefined)
  }
  const unsubscribe = devices.subscribe(() => void applySpeaker())

  const resumePlayback = async () => {
    try {
      await element.play()
      onPlaybackBlocked(false)
    } catch (error) {
      // A later `play` aborts an earlier one; only `NotAllowedError` requires a user gesture.
      if (error instanceof DOMException && error.name === 'NotAllowedError') onPlaybackBlocked(true)
    }
  }

  return {
    async play(stream) {
      element.srcObject = stream
      await applySpeaker()
      await resumePlayback()
    },
    resumePlayback,
    close() {
      unsubscribe()
      element.pause()
      element.srcObject = null
    },
  }
}
