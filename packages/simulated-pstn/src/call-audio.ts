import { randomInt } from 'node:crypto'
import { isIP } from 'node:net'
import { type AudioSource, frameMs, openRtpAudio, type RtpAudio } from '@parley/rtp'
import {
  applyAudioAnswer,
  type Codec,
  createAudioAnswer,
  createAudioOffer,
  type Direction,
  type NegotiatedAudio,
  parseSdp,
} from '@parley/sip'

const sampleRate = 8_000
const frameSamples = (sampleRate * frameMs) / 1_000

const codecs: readonly Codec[] = [
  { payloadType: 0, name: 'PCMU', clockRate: 8_000, channels: 1, parameters: '' },
  { payloadType: 8, name: 'PCMA', clockRate: 8_000, channels: 1, parameters: '' },
  { payloadType: 101, name: 'TELEPHONE-EVENT', clockRate: 8_000, channels: 1, parameters: '0-16' },
]

export interface CallAudioOptions {
  readonly host: string
  readonly onDigit: (digit: string) => void
  /** Returns whether the next packet is sent. */
  readonly sendFilter?: () => boolean
}

/**
 * The network's side of the audio of one call: negotiates the stream, and plays or echoes a frame every 20
 * ms.
 */
export class CallAudio implements AsyncDisposable {
  readonly #host: string
  readonly #rtp: RtpAudio
  readonly #sessionId = randomInt(1, 2 ** 31)
  #version = 0
  #isConnected = false
  #isEcho = false
  #playing: { readonly source: AudioSource; readonly ended: () => void } | null = null

  private constructor(host: string, rtp: RtpAudio) {
    this.#host = host
    this.#rtp = rtp
  }

  static async open({ host, onDigit, sendFilter }: CallAudioOptions): Promise<CallAudio> {
    return new CallAudio(
      host,
      await openRtpAudio({ address: host, onDigit, ...(sendFilter ? { sendFilter } : {}) }),
    )
  }

  offer(direction: Direction = 'sendrecv'): string {
    return createAudioOffer(this.#local(direction))
  }

  /** Returns the SDP answer; null when the offer has no compatible codec. */
  async answer(offer: string): Promise<string | null> {
    const sdp = parseSdp(offer)
    const answered = sdp && createAudioAnswer(sdp, this.#local('sendrecv'))
    if (!answered || !(await this.#connect(answered.agreed))) return null
    return answered.sdp
  }

  /** Applies the peer's SDP answer. Returns false when it accepts no stream. */
  async applyAnswer(answer: string): Promise<boolean> {
    const sdp = parseSdp(answer)
    const agreed = sdp && applyAudioAnswer(sdp, this.#local('sendrecv'))
    return agreed ? await this.#connect(agreed) : false
  }

  /** Plays back the received audio from now on. */
  echo(): void {
    this.#isEcho = true
  }

  /** Plays a source and stops the previous one. Resolves when it has ended or was stopped. */
  async play(source: AudioSource): Promise<void> {
    this.stop()
    await new Promise<void>((resolve) => {
      this.#playing = { source, ended: resolve }
    })
  }

  stop(): void {
    const playing = this.#playing
    this.#playing = null
    playing?.ended()
  }

  /** Sends the next frame. Must be called every 20 ms. */
  sendFrame(): void {
    if (!this.#isConnected) return
    const received = this.#rtp.readFrame(sampleRate)
    const frame = this.#playing?.source.read(frameSamples) ?? null
    if (this.#playing && !frame) this.stop()
    const silence = new Int16Array(frameSamples)
    this.#rtp.writeFrame(frame ?? (this.#isEcho ? received : null) ?? silence, sampleRate)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.stop()
    this.#isConnected = false
    await this.#rtp.close()
  }

  async #connect({ codec, telephoneEvent, remote }: NegotiatedAudio): Promise<boolean> {
    if (!isIP(remote.address)) return false
    await this.#rtp.connect({
      remote,
      rtcpMux: false,
      srtp: null,
      formats: [{ codec: codec.name === 'PCMA' ? 'PCMA' : 'PCMU', payloadType: codec.payloadType }],
      telephoneEvents: telephoneEvent ? [telephoneEvent] : [],
    })
    this.#isConnected = true
    return true
  }

  #local(direction: Direction) {
    return {
      address: this.#host,
      port: this.#rtp.port,
      codecs,
      direction,
      crypto: null,
      packetMs: frameMs,
      sessionId: this.#sessionId,
      version: ++this.#version,
    }
  }
}
