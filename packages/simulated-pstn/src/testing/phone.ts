import { required } from '@parley/primitives'
import {
  type AudioSource,
  detectTones,
  frameMs,
  openRtpAudio,
  type RtpAudio,
  startFrameClock,
} from '@parley/rtp'
import {
  applyAudioAnswer,
  type Call,
  type CallEvent,
  type Codec,
  createAudioAnswer,
  createAudioOffer,
  createUserAgent,
  type Direction,
  type IncomingCall,
  type Protocol,
  parseSdp,
  type UserAgent,
} from '@parley/sip'

const sampleRate = 8_000
const frameSamples = (sampleRate * frameMs) / 1_000
/** 300 ms. */
const windowFrames = 300 / frameMs

const codecs: readonly Codec[] = [
  { payloadType: 0, name: 'PCMU', clockRate: 8_000, channels: 1, parameters: '' },
  { payloadType: 101, name: 'TELEPHONE-EVENT', clockRate: 8_000, channels: 1, parameters: '0-16' },
]

export interface TestPhoneOptions {
  /** The account for outgoing calls. */
  readonly account?: { readonly port: number; readonly username: string; readonly password: string }
  readonly protocol?: Protocol
  /** The loopback address that it uses; 127.0.0.1 by default. */
  readonly host?: string
  /** How keys are sent. */
  readonly keys?: Keys
}

/** A telephone on loopback for tests: SIP, PCMU, DTMF and tone detection. */
export interface TestPhone extends AsyncDisposable {
  readonly agent: UserAgent
  readonly port: number
  /**
   * Calls through the account given at the start, or the peer that listens on `port`. `replaces` names a dialog of
   * the peer; RFC 3891.
   */
  call(number: string, as?: string, port?: number, replaces?: string): Promise<TestCall>
  /** Resolves to the next incoming call, unanswered; also to one that replaces another call. */
  nextCall(): Promise<TestCall>
}

export interface TestCall extends AsyncDisposable {
  readonly sip: Call
  /** Of an incoming call: the caller. Null for an outgoing call. */
  readonly from: IncomingCall['from'] | null
  /** Of an incoming call: the Request-URI. Null for an outgoing call. */
  readonly target: string | null
  readonly events: readonly CallEvent[]
  /** Resolves to the first event of this type, past or future. */
  next<T extends CallEvent['type']>(type: T): Promise<Extract<CallEvent, { type: T }>>
  /** For an incoming call. */
  ring(): Promise<void>
  /** Rings and sends its audio before the answer. */
  sendEarlyMedia(): Promise<void>
  refuse(status: number): void
  /** Responds 302. */
  redirect(target: string): void
  /** Stops sending RTP. */
  stopSendingRtp(): void
  resumeSendingRtp(): void
  answer(): Promise<void>
  play(source: AudioSource | null): void
  press(digits: string): void
  readonly digits: readonly string[]
  /** Returns the audio received in the last `lastMs` milliseconds. */
  receivedAudio(lastMs: number): Int16Array
  /** Resolves when `hz`, and none of `others`, has been received for 300 ms. */
  receivesTone(hz: number, others?: readonly number[]): Promise<void>
  /** Resolves when only near silence has been received for 300 ms. */
  receivesSilence(): Promise<void>
  /** Resolves when audio at the level of speech has been received. */
  receivesSpeech(): Promise<void>
  offer(direction: Direction): Promise<void>
  hangUp(): Promise<void>
}

export async function startTestPhone({
  account: through,
  protocol = 'udp',
  host = '127.0.0.1',
  keys = 'telephone-event',
}: TestPhoneOptions = {}): Promise<TestPhone> {
  const agent = await createUserAgent({
    listen: [{ protocol, host, port: 0 }],
    userAgentName: 'Test phone',
    acceptsReplaces: true,
  })
  const calls = new Set<TestCall>()
  const waiting: ((call: TestCall) => void)[] = []
  const arrived: TestCall[] = []
  const open = async (of: IncomingCall | ((offer: string) => Call)) => {
    const call = await openCall(of, { keys, host })
    calls.add(call)
    call.sip.onEvent((event) => event.type === 'replacement' && agent.onInvite?.(event.take()))
    return call
  }
  agent.onInvite = async (incoming) => {
    const call = await open(incoming)
    const take = waiting.shift()
    if (take) take(call)
    else arrived.push(call)
  }

  return {
    agent,
    port: required(agent.addresses[0], 'the address of the user agent').port,
    async call(number, as = '+15550199', port = through?.port ?? 5060, replaces) {
      const invite = (offer: string) =>
        agent.invite({
          target: `sip:${number}@127.0.0.1:${port};transport=${protocol}`,
          from: `sip:${as}@${host}`,
          offer,
          ...(replaces === undefined ? {} : { replaces }),
          ...(through ? { credentials: { username: through.username, password: through.password } } : {}),
        })
      return await open(invite)
    },
    async nextCall() {
      return arrived.shift() ?? (await new Promise((resolve) => waiting.push(resolve)))
    },
    async [Symbol.asyncDispose]() {
      for (const call of calls) await call[Symbol.asyncDispose]()
      await agent.close()
    },
  }
}

type Keys = 'telephone-event' | 'info'

async function openCall(
  of: IncomingCall | ((offer: string) => Call),
  { keys, host }: { readonly keys: Keys; readonly host: string },
): Promise<TestCall> {
  const digits: string[] = []
  const audio = await openRtpAudio({ address: host, onDigit: (digit) => digits.push(digit) })
  const frames: Int16Array[] = []
  let source: AudioSource | null = null
  let isSilentOnTheWire = false
  const clock = startFrameClock(() => {
    if (audio.codec === null) return
    frames.push(Int16Array.from(audio.readFrame(sampleRate) ?? new Int16Array(frameSamples)))
    if (isSilentOnTheWire) audio.skipFrame()
    else audio.writeFrame(source?.read(frameSamples) ?? new Int16Array(frameSamples), sampleRate)
  })
  let version = 0
  const local = (direction: Direction) => ({
    address: host,
    port: audio.port,
    codecs: keys === 'info' ? codecs.slice(0, 1) : codecs,
    direction,
    crypto: null,
    packetMs: frameMs,
    sessionId: 4711,
    version: ++version,
  })
  const sip = typeof of === 'function' ? of(createAudioOffer(local('sendrecv'))) : of
  const events = follow(sip, audio, local)
  sip.onEvent((event) => event.type === 'dtmf' && digits.push(event.digit))

  return {
    sip,
    from: typeof of === 'function' ? null : of.from,
    target: typeof of === 'function' ? null : of.target,
    events: events.all,
    next: events.next,
    digits,
    ...createToneDetection(frames),
    ring: () => requireIncoming(of).ring(),
    refuse: (status) => requireIncoming(of).refuse(status),
    redirect: (target) => requireIncoming(of).refuse(302, 'Moved Temporarily', { contacts: [target] }),
    stopSendingRtp() {
      isSilentOnTheWire = true
    },
    resumeSendingRtp() {
      isSilentOnTheWire = false
    },
    async sendEarlyMedia() {
      const incoming = requireIncoming(of)
      await incoming.ring({ sdp: await acceptOffer(incoming, audio, local), reliable: 'if-possible' })
    },
    async answer() {
      const incoming = requireIncoming(of)
      await incoming.answer(await acceptOffer(incoming, audio, local))
    },
    play(next) {
      source = next
    },
    press(digits) {
      const send = () => {
        if (keys === 'info')
          for (const digit of digits) void sip.sendInfo('application/dtmf-relay', createInfoBody(digit))
        else if (!audio.sendDigits(digits)) throw new Error('telephone-event was not negotiated.')
      }
      void pollUntil('an answer', () => audio.codec !== null).then(send)
    },
    async offer(direction) {
      const outcome = await sip.offer(() => createAudioOffer(local(direction)))
      if (!outcome.ok) throw new Error(`The offer was rejected: ${outcome.status}`)
    },
    hangUp: () => sip.hangUp(),
    async [Symbol.asyncDispose]() {
      clock.stop()
      await sip.hangUp()
      await audio.close()
    },
  }
}

/** The methods of a call that examine the received frames. */
function createToneDetection(
  frames: readonly Int16Array[],
): Pick<TestCall, 'receivedAudio' | 'receivesTone' | 'receivesSilence' | 'receivesSpeech'> {
  const last = (ms: number) => concatenate(frames.slice(-Math.ceil(ms / frameMs)))
  return {
    receivedAudio: last,
    receivesTone: (hz, others = []) => {
      // Every window is inspected, because a short tone may pass between two polls of a busy process.
      let end = Math.max(frames.length, windowFrames)
      return pollUntil(`${hz} Hz`, () => {
        for (; end <= frames.length; end++) {
          const window = concatenate(frames.slice(end - windowFrames, end))
          const found = detectTones(window, [hz, ...others], sampleRate)
          if (found.length === 1 && found[0] === hz) return true
        }
        return false
      })
    },
    receivesSilence: () =>
      pollUntil('silence', () => frames.length > 15 && last(300).every((sample) => Math.abs(sample) < 300)),
    receivesSpeech: () => pollUntil('speech', () => last(300).some((sample) => Math.abs(sample) > 2_000)),
  }
}

function requireIncoming(of: IncomingCall | ((offer: string) => Call)): IncomingCall {
  if (typeof of === 'function') throw new Error('This is an outgoing call.')
  return of
}

type Local = (direction: Direction) => Parameters<typeof createAudioOffer>[0]

/** Records the events of a call and reacts to them like a telephone. */
function follow(sip: Call, audio: RtpAudio, local: Local) {
  const all: CallEvent[] = []
  const waiting = new Map<CallEvent['type'], ((event: CallEvent) => void)[]>()
  sip.onEvent((event) => {
    all.push(event)
    void react(event, audio, local)
    for (const resolve of waiting.get(event.type) ?? []) resolve(event)
    waiting.delete(event.type)
  })
  return {
    all,
    next<T extends CallEvent['type']>(type: T): Promise<Extract<CallEvent, { type: T }>> {
      const past = all.find((event): event is Extract<CallEvent, { type: T }> => event.type === type)
      if (past) return Promise.resolve(past)
      return new Promise((resolve) =>
        waiting.set(type, [...(waiting.get(type) ?? []), resolve as (event: CallEvent) => void]),
      )
    },
  }
}

async function react(event: CallEvent, audio: RtpAudio, local: Local): Promise<void> {
  if (event.type === 'early-media' || event.type === 'answered') {
    const agreed = applyAudioAnswer(
      required(parseSdp(event.sdp), 'the session description'),
      local('sendrecv'),
    )
    if (agreed) await connect(audio, agreed)
  } else if (event.type === 're-offer' && event.reOffer.sdp !== null) {
    event.reOffer.take()
    const answered = createAudioAnswer(
      required(parseSdp(event.reOffer.sdp), 'the session description'),
      local('sendrecv'),
    )
    if (!answered) {
      event.reOffer.refuse(488)
      return
    }
    await connect(audio, answered.agreed)
    event.reOffer.answer(answered.sdp)
  }
}

/** Connects the audio to that of the offer. Returns the session description of the answer. */
async function acceptOffer({ offered }: IncomingCall, audio: RtpAudio, local: Local): Promise<string> {
  if (offered === null) throw new Error('The call has no offer to answer.')
  const answered = createAudioAnswer(
    required(parseSdp(offered), 'the session description'),
    local('sendrecv'),
  )
  if (!answered) throw new Error('The offer has no compatible codec.')
  await connect(audio, answered.agreed)
  return answered.sdp
}

type Agreed = NonNullable<ReturnType<typeof applyAudioAnswer>>

function connect(audio: RtpAudio, { remote, codec, telephoneEvent }: Agreed): Promise<void> {
  return audio.connect({
    remote,
    rtcpMux: false,
    srtp: null,
    formats: [{ codec: 'PCMU', payloadType: codec.payloadType }],
    telephoneEvents: telephoneEvent ? [telephoneEvent] : [],
  })
}

function concatenate(frames: readonly Int16Array[]): Int16Array {
  const samples = new Int16Array(frames.length * frameSamples)
  for (const [index, frame] of frames.entries()) samples.set(frame, index * frameSamples)
  return samples
}

function createInfoBody(digit: string): string {
  return `Signal=${digit}\r\nDuration=160\r\n`
}

async function pollUntil(what: string, condition: () => boolean): Promise<void> {
  for (const deadline = Date.now() + 15_000; !condition(); ) {
    if (Date.now() > deadline) throw new Error(`The telephone did not receive ${what}.`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
