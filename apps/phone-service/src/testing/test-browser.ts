import { randomUUID } from 'node:crypto'
import type { Call, live } from '@parley/contract/phone'
import { waitUntil } from '@parley/primitives'
import {
  type AudioSource,
  AudioStream,
  audioLevel,
  createSine,
  detectTones,
  isRtcp,
  parseRtp,
  serializeRtp,
  startFrameClock,
} from '@parley/rtp'
import nodeDataChannel, { type PeerConnection, type Track } from 'node-datachannel'
import { WebSocket } from 'ws'
import type { FakeUser } from './fake-account-service.ts'
import type { TestPhone } from './start-phone.ts'

type ServerMessage = live.ServerMessage

const frameSamples = 160
const bufferedFrames = 25
const audibleDbfs = -50
const minVoiceDeviationDb = 3
const maxAttempts = 3
const connectTimeoutMs = 4_000
const missedMessageMs = 2_000
/** Returned for a call that has ended while its audio connects. */
const endedCodes: readonly string[] = ['CALL_ENDED', 'LEG_NOT_FOUND']

/** A phone service for a simulated browser, in this process or another one. */
export interface PhoneUnderTest {
  readonly service: Pick<TestPhone['service'], 'url'>
  readonly accounts: Pick<TestPhone['accounts'], 'tokenFor'>
  as(person: FakeUser): Pick<ReturnType<TestPhone['as']>, 'get' | 'post'>
}

/** A simulated browser tab of a user, with a live socket and audio over WebRTC. */
export interface TestBrowser extends AsyncDisposable {
  readonly handsetId: string
  readonly messages: readonly ServerMessage[]
  /** Resolves to the first matching message, past or future. */
  next<T extends ServerMessage['type']>(
    type: T,
    fits?: (message: Extract<ServerMessage, { type: T }>) => boolean,
  ): Promise<Extract<ServerMessage, { type: T }>>
  /** Resolves to the first published state of the call that satisfies `matches`. */
  waitForCall(callId: string, matches: (call: Call) => boolean): Promise<Call>
  /** Starts a call and connects the audio. */
  call(to: string, more?: object): Promise<Call>
  answer(callId: string): Promise<Call>
  /** Picks up a parked call. */
  pickUp(callId: string): Promise<Call>
  /** Joins a call again, as after a reload. */
  rejoin(callId: string): Promise<Call>
  /** Closes the audio connection, as when the page is closed. */
  closeAudio(): void
  say(hz: number | null): void
  /** Resolves once the tone `hz` is received without any of `others`. */
  waitForTone(hz: number, others?: readonly number[]): Promise<void>
  /** Resolves once speech is received: audible frames of changing level, unlike silence and tones. */
  waitForVoice(): Promise<void>
  receivesSilence(): Promise<void>
}

export async function openBrowser(phone: PhoneUnderTest, person: FakeUser): Promise<TestBrowser> {
  const handsetId = randomUUID()
  const socket = await connectLive(phone, person, handsetId)
  const audios: TestAudio[] = []
  let voice: AudioSource | null = null
  const received: Int16Array[] = []
  const clock = startFrameClock(() => {
    const voiceFrame = voice?.read(frameSamples) ?? new Int16Array(frameSamples)
    for (const audio of audios) audio.write(voiceFrame)
    const frame = audios.at(-1)?.read() ?? new Int16Array(frameSamples)
    received.push(Int16Array.from(frame))
    if (received.length > bufferedFrames) received.shift()
  })
  const api = phone.as(person)

  async function join(path: string, body: object, attempt = 1): Promise<Call> {
    const joined = await api.post(path, { handsetId, ...body })
    if (joined.status >= 300) throw new Error(`${path}: ${joined.status} ${JSON.stringify(joined.body)}`)
    const { call, legId, joinInformation } = joined.body
    const audio = await openAudio(joinInformation)
    for (const former of audios.splice(0)) former.close()
    // Audio of the previous connection does not count.
    received.length = 0
    audios.push(audio)
    const answered = await api.post(`/calls/${call.id}/legs/${legId}/answer`, { answer: audio.answer })
    if (endedCodes.includes(answered.body.code)) return call
    if (answered.status >= 300) throw new Error(`answer: ${answered.status} ${JSON.stringify(answered.body)}`)
    // Retries a connection that fails, as the web application does.
    const hasEnded = () =>
      socket.messages.some((message) => message.type === 'call.ended' && message.call.id === call.id)
    const isJoining = ({ legs }: Call) => legs.some(({ id, state }) => id === legId && state === 'joining')
    const hasJoined = () =>
      socket.messages.some(
        (message) =>
          message.type === 'call.updated' &&
          message.call.legs.some(({ id }) => id === legId) &&
          !isJoining(message.call),
      )
    // A live connection that was interrupted has missed the message.
    const startedAt = Date.now()
    const isUnreported = async () => {
      if (Date.now() - startedAt < missedMessageMs) return false
      const { status, body } = await api.get(`/calls/${call.id}`)
      return status !== 200 || !isJoining(body)
    }
    if (await audio.isConnected())
      await waitUntil('the leg has joined', async () => hasJoined() || hasEnded() || (await isUnreported()))
    else if (!hasEnded() && attempt < maxAttempts)
      return await join(`/calls/${call.id}/join`, {}, attempt + 1)
    return call
  }

  const pcm = () => Int16Array.from(received.flatMap((frame) => [...frame]))
  return {
    handsetId,
    messages: socket.messages,
    next: socket.next,
    async waitForCall(callId, matches) {
      const published = () =>
        socket.messages.flatMap((message) =>
          (message.type === 'call.updated' || message.type === 'call.ended') && message.call.id === callId
            ? [message.call]
            : [],
        )
      const describeAll = () =>
        published()
          .map(({ phase, endReason }) => `${phase} ${endReason ?? ''}`)
          .join(', ')
      return await waitUntil(
        () => `the call has the expected state. Published states: ${describeAll()}`,
        () => published().find(matches),
      )
    },
    call: (to, more = {}) => join('/calls', { to, ...more }),
    answer: (callId) => join(`/calls/${callId}/answer`, {}),
    pickUp: (callId) => join(`/calls/${callId}/pick-up`, {}),
    rejoin: (callId) => join(`/calls/${callId}/join`, {}),
    closeAudio() {
      for (const audio of audios.splice(0)) audio.close()
    },
    say(hz) {
      voice = hz === null ? null : createSine(hz, 8000)
    },
    async waitForTone(hz, others = []) {
      await waitUntil(`${hz} Hz is received without ${others.join(', ')}`, () => {
        const tones = detectTones(pcm(), [hz, ...others], 8000)
        return tones.length === 1 && tones[0] === hz
      })
    },
    async waitForVoice() {
      await waitUntil('a voice is received', () => isVoice(received))
    },
    async receivesSilence() {
      await waitUntil(
        'silence is received',
        () => received.length === bufferedFrames && pcm().every((sample) => Math.abs(sample) < 300),
      )
    },
    async [Symbol.asyncDispose]() {
      clock.stop()
      for (const audio of audios.splice(0)) audio.close()
      socket.close()
    },
  }
}

/**
 * Returns whether most frames are audible and their levels differ, by more than those of a tone that begins
 * or ends.
 */
function isVoice(frames: readonly Int16Array[]): boolean {
  const levels = frames.map(audioLevel).filter((level) => level > audibleDbfs)
  if (levels.length < bufferedFrames / 2) return false
  const mean = levels.reduce((sum, level) => sum + level, 0) / levels.length
  const variance = levels.reduce((sum, level) => sum + (level - mean) ** 2, 0) / levels.length
  return Math.sqrt(variance) > minVoiceDeviationDb
}

export async function connectLive(
  phone: PhoneUnderTest,
  person: FakeUser,
  handsetId: string,
  deviceId = randomUUID(),
  more: object = {},
  options: { readonly localAddress?: string; readonly autoPong?: boolean } = {},
) {
  const messages: ServerMessage[] = []
  const socket = new WebSocket(`${phone.service.url.replace('http', 'ws')}/api/v1/live`, options)
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  socket.on('message', (data) => messages.push(JSON.parse(String(data))))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const accessToken = await phone.accounts.tokenFor(person.id)
  socket.send(JSON.stringify({ type: 'hello', accessToken, handsetId, deviceId, ...more }))

  const connection = {
    messages,
    closed,
    send: (message: unknown) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    async next<T extends ServerMessage['type']>(
      type: T,
      fits: (message: Extract<ServerMessage, { type: T }>) => boolean = () => true,
    ) {
      const find = () =>
        messages.find(
          (message): message is Extract<ServerMessage, { type: T }> =>
            message.type === type && fits(message as Extract<ServerMessage, { type: T }>),
        )
      return await waitUntil(`the message ${type} arrives`, find)
    },
    close: () => socket.terminate(),
  }
  await connection.next('ready')
  return connection
}

interface TestAudio {
  readonly answer: { readonly connectionId: string; readonly sdp: string }
  write(pcm: Int16Array): void
  read(): Int16Array | null
  /** Resolves to whether the audio connection was established. */
  isConnected(): Promise<boolean>
  close(): void
}

async function openAudio(information: { connectionId: string; sdp: string }): Promise<TestAudio> {
  const peer: PeerConnection = new nodeDataChannel.PeerConnection(randomUUID(), {
    iceServers: [],
    bindAddress: '127.0.0.1',
  })
  let track: Track | null = null
  let isClosed = false
  const settled = Promise.withResolvers<boolean>()
  const impatience = setTimeout(() => settled.resolve(false), connectTimeoutMs)
  peer.onStateChange((state) => {
    if (state === 'connected') settled.resolve(true)
    if (state === 'failed' || state === 'closed') settled.resolve(false)
  })
  const stream = new AudioStream({
    send: (packet) => {
      if (isClosed || !track?.isOpen()) return
      try {
        track.sendMessageBinary(serializeRtp(packet))
      } catch {
        // The other side may close the track between the check and the send.
      }
    },
  })
  await stream.setFormats({ formats: [{ codec: 'PCMU', payloadType: 0 }], telephoneEvents: [] })
  peer.onTrack((offered) => {
    track = offered
    offered.onMessage((datagram) => {
      const packet = isRtcp(datagram) ? null : parseRtp(datagram)
      if (packet && !isClosed) stream.receive(packet)
    })
  })
  peer.setRemoteDescription(information.sdp, 'offer')
  const answer = () => peer.localDescription()
  await waitUntil('the answer has candidates', () => {
    const { type, sdp } = answer() ?? {}
    return (
      type === 'answer' && peer.gatheringState() === 'complete' && (sdp?.includes('a=candidate:') ?? false)
    )
  })
  // The engine learns this address from the first connectivity check, as with a real browser.
  const sdp = (answer()?.sdp ?? '').replaceAll(/a=candidate:.*\r\n/g, '')

  return {
    answer: { connectionId: information.connectionId, sdp },
    write: (pcm) => {
      if (!isClosed) stream.writeFrame(pcm, 8000)
    },
    read: () => (isClosed ? null : stream.readFrame(8000)),
    isConnected: () => settled.promise,
    close() {
      if (isClosed) return
      isClosed = true
      clearTimeout(impatience)
      settled.resolve(false)
      peer.close()
      stream[Symbol.dispose]()
    },
  }
}
