import { required } from '@parley/primitives'
import { findFreePorts } from '@parley/primitives/node'
import { type FrameClock, startFrameClock } from '@parley/rtp'
import {
  type Call,
  createUserAgent,
  decodeUser,
  formatSipUri,
  type IncomingCall,
  parseSipUri,
  type UserAgent,
} from '@parley/sip'
import type { PstnAccount } from './account.ts'
import { CallAudio } from './call-audio.ts'
import { connectCalls } from './connect-calls.ts'
import { findDirectoryEntry, isEmergencyNumber } from './directory.ts'
import { indexOfPersonalNumber } from './personal-numbers.ts'
import { Prompts } from './prompts.ts'
import { Registrar } from './registrar.ts'
import { ServiceCall } from './service-call.ts'
import { emergencyService, type Service, services } from './services.ts'

export interface SimulatedPstnOptions {
  /** Local IP address to listen on, usually loopback. */
  readonly host: string
  /** UDP and TCP port; 0 for any free port. */
  readonly port: number
  readonly accounts: readonly PstnAccount[]
  /** How long test numbers ring before they answer. 600 by default. */
  readonly ringMs?: number
}

/** A running simulated telephone network. */
export interface SimulatedPstn extends AsyncDisposable {
  readonly host: string
  readonly port: number
}

const maxPortAttempts = 5
/** As in the call engine. */
const legIdHeader = 'X-Parley-Leg'
const callBackRingMs = 30_000
/** The packet loss of the bad connection: every n-th packet, the same ones in each call. */
const lossInterval = 8

/** Starts the network in this process. Rejects when the port is in use. */
export async function startSimulatedPstn(options: SimulatedPstnOptions): Promise<SimulatedPstn> {
  const registrar = new Registrar(options.accounts)
  const agent = await listen(options, registrar)
  const network = new Network(options, agent, registrar)
  agent.onRequest = (request) => registrar.register(request)
  agent.onInvite = (call) => network.receive(call)

  return {
    host: options.host,
    port: required(agent.addresses[0], 'the address of the user agent').port,
    async [Symbol.asyncDispose]() {
      await network.close()
      await agent.close()
    },
  }
}

/**
 * Listens on the same port for UDP and TCP. With port 0, retries when a free port of one is in use for the
 * other.
 */
async function listen(options: SimulatedPstnOptions, registrar: Registrar): Promise<UserAgent> {
  const { host } = options
  for (let attempt = 1; ; attempt++) {
    const [port = 0] = options.port === 0 ? await findFreePorts(1, host) : [options.port]
    try {
      return await createUserAgent({
        listen: [
          { protocol: 'udp', host, port },
          { protocol: 'tcp', host, port },
        ],
        userAgentName: 'Parley carrier',
        accepts: (request) => registrar.authenticate(request),
      })
    } catch (error) {
      if (options.port !== 0 || attempt === maxPortAttempts) throw error
    }
  }
}

class Network {
  readonly #options: SimulatedPstnOptions
  readonly #agent: UserAgent
  readonly #registrar: Registrar
  readonly #prompts = new Prompts()
  readonly #audios = new Set<CallAudio>()
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #clock: FrameClock

  constructor(options: SimulatedPstnOptions, agent: UserAgent, registrar: Registrar) {
    this.#options = options
    this.#agent = agent
    this.#registrar = registrar
    this.#clock = startFrameClock(() => {
      for (const audio of this.#audios) audio.sendFrame()
    })
  }

  async close(): Promise<void> {
    this.#clock.stop()
    for (const timer of this.#timers) clearTimeout(timer)
    await Promise.all([...this.#audios].map((audio) => this.#closeAudio(audio)))
  }

  /** Routes a call to a service, or to the account with the called number; otherwise rejects it. */
  receive(call: IncomingCall): void {
    const to = parseNumber(call.target)
    const entry = findDirectoryEntry(to)
    if (isEmergencyNumber(to)) void this.#serve(call, emergencyService, () => true)
    else if (entry)
      void this.#serve(
        call,
        services[entry.service],
        entry.service === 'loss' ? createLossFilter() : () => true,
      )
    else this.#connect(call, to)
  }

  async #serve(call: IncomingCall, service: Service, sendFilter: () => boolean): Promise<void> {
    let line: ServiceCall | null = null
    const { host } = this.#options
    const audio = await CallAudio.open({ host, sendFilter, onDigit: (digit) => line?.pushDigit(digit) })
    this.#audios.add(audio)
    line = new ServiceCall(call, audio)
    try {
      const caller = call.wantsPrivacy ? null : parseNumber(call.from.uri)
      await service(call, line, {
        prompts: this.#prompts,
        ringMs: this.#options.ringMs ?? 600,
        callerNumber: caller,
        callBack: (number) => void this.#callBack(number),
      })
    } finally {
      if (!line.isOver) await line.hangUp()
      await this.#closeAudio(audio)
    }
  }

  #connect(call: IncomingCall, to: string): void {
    const account = this.#findOwner(to)
    const target = account && this.#findTarget(account)
    if (!account) call.refuse(404)
    else if (!target) call.refuse(480)
    else if (call.offered === null) call.refuse(488)
    else {
      const { uri, displayName } = call.from
      const offer = call.offered
      connectCalls(
        call,
        this.#agent.invite({
          target,
          to: call.to.uri,
          from: uri,
          displayName,
          offer,
          maxForwards: call.maxForwards - 1,
          headers: copyLegId(call),
        }),
      )
    }
  }

  async #callBack(number: string | null): Promise<void> {
    const account = number === null ? null : this.#findOwner(number)
    const target = account && this.#findTarget(account)
    if (!target) return
    let line: ServiceCall | null = null
    const audio = await CallAudio.open({
      host: this.#options.host,
      onDigit: (digit) => line?.pushDigit(digit),
    })
    this.#audios.add(audio)
    const from = `sip:+15550109@${this.#options.host}`
    const call = this.#agent.invite({
      target,
      to: `sip:${number}@${this.#options.host}`,
      from,
      offer: audio.offer(),
      ringTimeoutMs: callBackRingMs,
    })
    line = new ServiceCall(call, audio)
    await this.#speakWhenAnswered(call, line)
    await this.#closeAudio(audio)
  }

  async #speakWhenAnswered(call: Call, line: ServiceCall): Promise<void> {
    const answered = await new Promise<string | null>((resolve) => {
      call.onEvent((event) => {
        if (event.type === 'answered') resolve(event.sdp)
        else if (event.type === 'refused' || event.type === 'ended') resolve(null)
      })
    })
    if (answered !== null && (await line.audio.applyAnswer(answered)))
      await line.play(await this.#prompts.open('called-back'))
    if (!line.isOver) await line.hangUp()
  }

  #findOwner(number: string): PstnAccount | null {
    const index = indexOfPersonalNumber(number)
    if (index === null) return null
    return (
      this.#options.accounts.find(({ personalNumbers: own }) =>
        own ? index >= own.first && index < own.first + own.count : true,
      ) ?? null
    )
  }

  /** Returns the Contact of an account; null while it is not registered. */
  #findTarget(account: PstnAccount): string | null {
    const contact = this.#registrar.findContact(account)
    return contact && formatSipUri(contact)
  }

  async #closeAudio(audio: CallAudio): Promise<void> {
    this.#audios.delete(audio)
    await audio[Symbol.asyncDispose]()
  }
}

/** Returns the header field by which an installation recognizes its own call, among several with the same numbers. */
function copyLegId({ request }: IncomingCall): Record<string, string> {
  const legId = request.headers.get(legIdHeader)
  return legId === null ? {} : { [legIdHeader]: legId }
}

function parseNumber(uri: string): string {
  const sipUri = parseSipUri(uri)
  const user = sipUri ? decodeUser(sipUri) : (/^tel:([^;]+)/i.exec(uri)?.[1] ?? '')
  return user.split(';')[0] ?? ''
}

function createLossFilter(): () => boolean {
  let sent = 0
  return () => ++sent % lossInterval !== 0
}
