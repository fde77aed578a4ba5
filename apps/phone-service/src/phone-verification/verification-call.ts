import type { ConferenceEvent } from '@parley/call-engine'
import type { AutomatedCall, AutomatedCallHandler } from '../call-sessions/index.ts'
import type { Services } from '../services.ts'
import { codeLength } from './codes.ts'
import { maxPromptMs, type VerificationPrompt } from './prompts.ts'
import { sendVerificationsChange } from './send-change.ts'
import { type TryCodeDeps, tryCode, type VerificationOfCall } from './try-code.ts'

/** How long the call waits for the next digit, or for the first one after a prompt. */
const digitTimeoutMs = 10_000
const maxRequests = 3
/** A telephone that sends digits slowly, or clears them without end, cannot keep the call open. */
const maxTalkMs = 3 * 60_000

type Deps = TryCodeDeps & Pick<Services, 'settings'>

/** Creates the handler of the events of a verification call: it asks for the code, checks it and says the result. */
export function createVerificationCall(deps: Deps, verification: VerificationOfCall): AutomatedCallHandler {
  return new VerificationCall(deps, verification)
}

class VerificationCall implements AutomatedCallHandler {
  readonly #deps: Deps
  readonly #verification: VerificationOfCall
  #digits = ''
  #requests = 0
  /** The last prompt plays, after which the call ends. */
  #isOver = false

  constructor(deps: Deps, verification: VerificationOfCall) {
    this.#deps = deps
    this.#verification = verification
  }

  async onEvent(call: AutomatedCall, event: ConferenceEvent): Promise<void> {
    switch (event.type) {
      case 'leg-joined':
        if (!call.isTelephone(event.legId)) return
        await this.#request(call, 'verification-request')
        return this.#sendChange()
      case 'leg-ringing':
      case 'leg-early-media':
        return this.#sendChange()
      case 'digit':
        return await this.#receiveDigit(call, event.digit)
      case 'leg-left':
        if (event.reason !== 'played') return
        return this.#isOver ? await call.hangUp() : await call.setTimer(digitTimeoutMs)
      default:
        return
    }
  }

  async onTimer(call: AutomatedCall): Promise<void> {
    if (this.#isOver) return await call.hangUp()
    this.#digits = ''
    if (this.#requests >= maxRequests) return await this.#end(call, 'verification-over')
    await this.#request(call, 'verification-request')
  }

  async #receiveDigit(call: AutomatedCall, digit: string): Promise<void> {
    if (this.#isOver) return
    if (call.answeredAt === null || this.#deps.now().getTime() - call.answeredAt > maxTalkMs)
      return await this.#end(call, 'verification-over')
    await call.stopPlaying()
    // The star and the pound key clear what was keyed in.
    this.#digits = /^\d$/.test(digit) ? this.#digits + digit : ''
    if (this.#digits.length < codeLength) return await call.setTimer(digitTimeoutMs)
    const code = this.#digits
    this.#digits = ''
    await this.#check(call, code)
  }

  async #check(call: AutomatedCall, code: string): Promise<void> {
    const result = await tryCode(this.#deps, this.#verification, code)
    if (result === 'verified') return await this.#end(call, 'verification-done')
    if (result !== 'wrong') return await this.#end(call, 'verification-over')
    this.#requests = 0
    await this.#request(call, 'verification-wrong')
  }

  async #request(call: AutomatedCall, prompt: VerificationPrompt): Promise<void> {
    this.#requests += 1
    await this.#play(call, prompt)
  }

  async #end(call: AutomatedCall, prompt: VerificationPrompt): Promise<void> {
    this.#isOver = true
    await this.#play(call, prompt)
  }

  async #play(call: AutomatedCall, prompt: VerificationPrompt): Promise<void> {
    await call.play(prompt)
    // Also ends the call when the prompt cannot be played to its end.
    await call.setTimer(maxPromptMs)
  }

  #sendChange(): void {
    sendVerificationsChange(this.#deps, this.#verification.workspaceId)
  }
}
