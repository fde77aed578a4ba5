import { createDtmfTone, createSine, createTone } from '@parley/rtp'
import type { IncomingCall } from '@parley/sip'
import type { ServiceName } from './directory.ts'
import type { Prompts } from './prompts.ts'
import type { ServiceCall } from './service-call.ts'

/** The dependencies of a service. */
export interface ServiceContext {
  readonly prompts: Prompts
  /** How long the service rings before it answers. */
  readonly ringMs: number
  /** Calls `number` and plays an announcement. */
  readonly callBack: (number: string | null) => void
  /** The number of the caller; null when withheld. */
  readonly callerNumber: string | null
}

/** The behaviour of a test number. The call is ended when the promise resolves. */
export type Service = (call: IncomingCall, line: ServiceCall, tools: ServiceContext) => Promise<void>

const keyToneDurationMs = 200
const callBackDelayMs = 1_500
const onHoldMs = 2_000

/** Frequency of the test tone. */
export const testToneHz = 1_000
/** Frequency of the tone of the hold service. */
export const holdToneHz = 600

export const services: Readonly<Record<ServiceName, Service>> = {
  async echo(call, line, { ringMs }) {
    line.audio.echo()
    if (await line.answer(call, ringMs)) await waitUntilOver(line)
  },
  async tone(call, line, { ringMs }) {
    if (await line.answer(call, ringMs)) await line.play(createSine(testToneHz, 8_000))
  },
  async speech(call, line, { ringMs, prompts }) {
    if (await line.answer(call, ringMs)) await line.play(await prompts.open('welcome'))
  },
  async busy(call) {
    call.refuse(486)
  },
  async 'no-answer'(call, line) {
    await call.ring()
    await waitUntilOver(line)
  },
  async reject(call, line, { ringMs }) {
    await call.ring()
    if (await line.wait(ringMs)) call.refuse(603)
  },
  async barred(call) {
    call.refuse(403)
  },
  async 'early-failure'(call, line, { prompts }) {
    const sdp = call.offered === null ? null : await line.audio.answer(call.offered)
    if (sdp === null) {
      call.refuse(488)
      return
    }
    await call.ring({ sdp, reliable: 'if-possible' })
    await line.play(await prompts.open('out-of-service'))
    if (!line.isOver) call.refuse(404)
  },
  async keys(call, line, { ringMs, prompts }) {
    if (!(await line.answer(call, ringMs))) return
    let isInterrupted = false
    const introduction = prompts.open('keys').then(async (spoken) => {
      if (!isInterrupted) await line.play(spoken)
    })
    for (let key = await line.nextDigit(); key !== null; key = await line.nextDigit()) {
      // A key press interrupts the introduction, even before its audio has been read from disk.
      isInterrupted = true
      line.audio.stop()
      await line.play(createDtmfTone(key, keyToneDurationMs, 8_000))
      await line.play(await prompts.openKey(key))
    }
    await introduction
  },
  async 'call-back'(call, line, { ringMs, prompts, callBack, callerNumber: caller }) {
    if (!(await line.answer(call, ringMs))) return
    await line.play(await prompts.open('call-back'))
    setTimeout(() => callBack(caller), callBackDelayMs)
  },
  async loss(call, line, { ringMs, prompts }) {
    if (!(await line.answer(call, ringMs))) return
    while (!line.isOver) await line.play(await prompts.open('welcome'))
  },
  async hold(call, line, { ringMs }) {
    if (!(await line.answer(call, ringMs))) return
    void line.play(createSine(holdToneHz, 8_000))
    while (await line.wait(onHoldMs)) {
      await line.putOnHold('held')
      if (await line.wait(onHoldMs)) await line.putOnHold('released')
    }
  },
  async 'hang-up'(call, line, { ringMs }) {
    if (await line.answer(call, ringMs))
      await line.play(createTone([{ frequenciesHz: [], durationMs: 2_000 }], 8_000, 'once'))
  },
}

/** The service of all emergency numbers: calls to them never leave the network. */
export const emergencyService: Service = async (call, line, { prompts }) => {
  if (await line.answer(call, 0)) await line.play(await prompts.open('emergency'))
}

async function waitUntilOver(line: ServiceCall): Promise<void> {
  if (line.isOver) return
  await new Promise<void>((resolve) => line.over.addEventListener('abort', () => resolve()))
}
