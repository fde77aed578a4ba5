import { openRtpAudio, type RtpAudio } from '@parley/rtp'
import type { MediaTransport } from './media-transport.ts'
import type { RtpAgreement } from './protocol.ts'

/** The transport of a telephone leg: RTP on its own port. */
export interface RtpTransport extends MediaTransport {
  readonly address: string
  readonly port: number
  readonly rtcpPort: number
  connect(agreement: RtpAgreement): Promise<void>
  /**
   * Start of the period in which audio is expected, on the clock of `performance.now()`; null when none is.
   */
  readonly expectsAudioSinceMs: number | null
}

export async function openRtpTransport(options: {
  readonly address: string
  readonly ports: { readonly min: number; readonly max: number }
  readonly onDigit: (digit: string) => void
  readonly onDigitsSent: () => void
}): Promise<RtpTransport> {
  const audio: RtpAudio = await openRtpAudio(options)
  let isSendEnabled = false
  let expectsAudioSinceMs: number | null = null

  return {
    address: audio.address,
    port: audio.port,
    rtcpPort: audio.rtcpPort,
    async connect(agreement) {
      await audio.connect(agreement)
      const { direction } = agreement
      isSendEnabled = direction === 'sendrecv' || direction === 'sendonly'
      const expectsAudio = direction === 'sendrecv' || direction === 'recvonly'
      expectsAudioSinceMs = expectsAudio ? performance.now() : null
    },
    get expectsAudioSinceMs() {
      return expectsAudioSinceMs
    },
    get isSending() {
      return isSendEnabled
    },
    get codec() {
      return audio.codec
    },
    readFrame: (sampleRate) => audio.readFrame(sampleRate),
    writeFrame(pcm, sampleRate) {
      if (isSendEnabled) audio.writeFrame(pcm, sampleRate)
      else audio.skipFrame()
    },
    writePayload(payload) {
      if (isSendEnabled) audio.writePayload(payload)
      else audio.skipFrame()
    },
    skipFrame: () => audio.skipFrame(),
    sendDigits: (digits) => audio.sendDigits(digits),
    get lastReceivedAtMs() {
      return audio.lastReceivedAtMs
    },
    get quality() {
      return audio.quality
    },
    get bufferMs() {
      return audio.bufferMs
    },
    get latePackets() {
      return audio.latePackets
    },
    close: () => audio.close(),
  }
}
