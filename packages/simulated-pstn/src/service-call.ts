import type { AudioSource } from '@parley/rtp'
import type { Call, CallEvent, IncomingCall } from '@parley/sip'
import type { CallAudio } from './call-audio.ts'

/** A call with a service of the network. Methods have no effect after the end of the call. */
export class ServiceCall {
  readonly audio: CallAudio
  readonly #call: Call
  readonly #over = new AbortController()
  #digits: string[] = []
  #resolveDigit: ((digit: string | null) => void) | null = null

  constructor(call: Call, audio: CallAudio) {
    this.#call = call
    this.audio = audio
    call.onEvent((event) => this.#handleEvent(event))
    this.over.addEventListener('abort', () => {
      this.#resolveDigit?.(null)
      audio.stop()
    })
  }

  /** Aborted when the call ends. */
  get over(): AbortSignal {
    return this.#over.signal
  }

  get isOver(): boolean {
    return this.over.aborted
  }

  pushDigit(digit: string): void {
    const wants = this.#resolveDigit
    this.#resolveDigit = null
    if (wants) wants(digit)
    else this.#digits.push(digit)
  }

  /** Resolves to the next key pressed, or null when the call ends. */
  async nextDigit(): Promise<string | null> {
    const digit = this.#digits.shift()
    if (digit !== undefined || this.isOver) return digit ?? null
    return await new Promise((resolve) => {
      this.#resolveDigit = resolve
    })
  }

  async play(source: AudioSource | null): Promise<void> {
    if (source && !this.isOver) await this.audio.play(source)
  }

  /** Waits. Resolves to false when the call ended before. */
  async wait(ms: number): Promise<boolean> {
    if (this.isOver) return false
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.over.addEventListener('abort', () => {
        clearTimeout(timer)
        resolve()
      })
    })
    return !this.isOver
  }

  /** Rings, then answers. Resolves to false when the caller hung up or its offer has no compatible codec. */
  async answer(call: IncomingCall, ringMs: number): Promise<boolean> {
    await call.ring()
    return (await this.wait(ringMs)) && (await this.#pickUp(call))
  }

  async putOnHold(state: 'held' | 'released'): Promise<void> {
    if (this.isOver) return
    const outcome = await this.#call.offer(() => this.audio.offer(state === 'held' ? 'sendonly' : 'sendrecv'))
    if (outcome.ok) await this.audio.applyAnswer(outcome.sdp)
  }

  async hangUp(): Promise<void> {
    await this.#call.hangUp()
  }

  async #pickUp(call: IncomingCall): Promise<boolean> {
    const answer = call.offered === null ? this.audio.offer() : await this.audio.answer(call.offered)
    if (this.isOver) return false
    if (answer === null) {
      call.refuse(488)
      return false
    }
    await call.answer(answer)
    return true
  }

  #handleEvent(event: CallEvent): void {
    if (event.type === 'refused' || event.type === 'ended') this.#over.abort()
    else if (event.type === 'dtmf') this.pushDigit(event.digit)
    else if (event.type === 'peer-answer') void this.audio.applyAnswer(event.sdp)
    else if (event.type === 're-offer') {
      const { reOffer } = event
      reOffer.take()
      void this.#answerReOffer(reOffer)
    }
  }

  async #answerReOffer(reOffer: Extract<CallEvent, { type: 're-offer' }>['reOffer']): Promise<void> {
    const answer = reOffer.sdp === null ? this.audio.offer() : await this.audio.answer(reOffer.sdp)
    if (answer === null) reOffer.refuse(488)
    else reOffer.answer(answer)
  }
}
