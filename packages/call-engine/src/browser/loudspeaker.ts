import type { AudioDevices } from './types.ts'

/** Plays what is heard, out of the chosen speaker. */
export interface Loudspeaker {
  play(stream: MediaStream): Promise<void>
  /** From a click, when the browser refused to play without one. */
  playNow(): Promise<void>
  close(): void
}

export function createLoudspeaker(
  devices: AudioDevices,
  onNeedsClick: (needsClick: boolean) => void,
): Loudspeaker {
  const element = new Audio()
  element.autoplay = true

  const follow = async () => {
    const { speakerId, canChooseSpeaker } = devices.get()
    if (!canChooseSpeaker) return
    const sinkId = speakerId === 'default' ? '' : speakerId
    // A speaker that is gone leaves the sound where the system puts it.
    if (element.sinkId !== sinkId) await element.setSinkId(sinkId).catch(() => undefined)
  }
  const stopFollowing = devices.subscribe(() => void follow())

  const playNow = async () => {
    try {
      await element.play()
      onNeedsClick(false)
    } catch (error) {
      // A play that another one overtakes is aborted; only a refusal needs a click.
      if (error instanceof DOMException && error.name === 'NotAllowedError') onNeedsClick(true)
    }
  }

  return {
    async play(stream) {
      element.srcObject = stream
      await follow()
      await playNow()
    },
    playNow,
    close() {
      stopFollowing()
      element.pause()
      element.srcObject = null
    },
  }
}
