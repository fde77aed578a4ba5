import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitUntil } from '@parley/primitives'
import {
  type AudioSource,
  audioLevel,
  type CodecName,
  codecFormats,
  createSine,
  detectTones,
  openRtpAudio,
  type RtpAudio,
  startFrameClock,
} from '@parley/rtp'
import type { MediaCommand, MediaEvent, RtpAgreement } from '../media/protocol.ts'
import { type MediaProcess, type MediaProcessOptions, startMediaProcess } from '../process/media-process.ts'

/** One forked media process and the events it has emitted. */
export interface MediaFixture extends AsyncDisposable {
  readonly media: MediaProcess
  readonly events: readonly MediaEvent[]
  readonly folder: string
  readonly exited: Promise<void>
  /** Waits for a matching event; fails after 20 seconds. */
  waitForEvent(matches: (event: MediaEvent) => boolean): Promise<MediaEvent>
  /** Opens a telephone, adds a leg for it and connects both. */
  addPhone(legId: string, options?: TestPhoneOptions): Promise<Phone>
}

export interface TestPhoneOptions {
  readonly codec?: CodecName
  /** Frequency of the tone it sends; silence when omitted. */
  readonly toneHz?: number
  readonly conferenceId?: string
  readonly agreement?: Partial<RtpAgreement>
  /** Its call is not answered. */
  readonly isEarly?: boolean
  /** It leads to another conference. */
  readonly isLink?: boolean
  readonly sendFilter?: () => boolean
  readonly onDigit?: (digit: string) => void
}

/** A telephone that sends a tone and keeps the last half second received, at 8 kHz. */
export interface Phone extends AsyncDisposable {
  readonly audio: RtpAudio
  readonly port: number
  /** Switches to another codec. */
  change(codec: CodecName): Promise<void>
  say(source: AudioSource | null): void
  readonly receivedAudio: Int16Array
  /** The test tones it receives now. */
  readonly receivedTonesHz: readonly number[]
  readonly isSilent: boolean
  stop(): void
}

/** Tones without common harmonics. */
export const tonesHz = { ada: 500, grace: 700, linus: 1100, hedy: 1700 } as const
const allTonesHz = [...Object.values(tonesHz), 1300]

export async function startMedia(
  settings: Partial<MediaCommand<'start'>> = {},
  options?: MediaProcessOptions,
): Promise<MediaFixture> {
  const events: MediaEvent[] = []
  const exited = Promise.withResolvers<void>()
  const phones: Phone[] = []
  const folder = await mkdtemp(join(tmpdir(), 'media-process-'))
  const media = await startMediaProcess(
    {
      webRtcPorts: { min: 0, max: 0 },
      webRtcAddress: '127.0.0.1',
      publicAddress: null,
      rtpAddress: '127.0.0.1',
      rtpPorts: { min: 0, max: 0 },
      ...settings,
    },
    { event: (event) => events.push(event), exit: () => exited.resolve() },
    options,
  )

  return {
    media,
    events,
    folder,
    exited: exited.promise,
    async waitForEvent(matches) {
      return await waitUntil(`an event matches ${matches}`, () => events.find(matches))
    },
    async addPhone(legId, options = {}) {
      const { codec = 'PCMU', conferenceId = 'talk', isLink = false } = options
      const { port } = await media.request({ command: 'add-rtp-leg', conferenceId, legId, isLink })
      const phone = await openTestPhone(port, options)
      phones.push(phone)
      const agreement = { ...createAgreement(phone.port, codec), ...options.agreement }
      await media.request({
        command: 'connect-rtp',
        conferenceId,
        legId,
        agreement,
        isEarly: options.isEarly ?? false,
      })
      return phone
    },
    async [Symbol.asyncDispose]() {
      await media.close()
      for (const phone of phones) await phone[Symbol.asyncDispose]()
      await rm(folder, { recursive: true })
    },
  }
}

/** Starts a media process and opens a conference. */
export async function startMediaWithConference(
  settings: Partial<MediaCommand<'start'>> = {},
  options?: MediaProcessOptions,
): Promise<MediaFixture> {
  const test = await startMedia(settings, options)
  await test.media.request({ command: 'open-conference', ...conferenceRef })
  return test
}

export const conferenceRef = { conferenceId: 'talk' } as const

export function createAgreement(port: number, codec: CodecName): RtpAgreement {
  const { rtpClockRate, staticPayloadType } = codecFormats[codec]
  return {
    remote: { address: '127.0.0.1', port },
    rtcpMux: false,
    direction: 'sendrecv',
    formats: [{ codec, payloadType: staticPayloadType ?? 111 }],
    telephoneEvents: [{ payloadType: 101, clockRate: rtpClockRate }],
    srtp: null,
  }
}

async function openTestPhone(remotePort: number, options: TestPhoneOptions): Promise<Phone> {
  const { codec = 'PCMU', toneHz, sendFilter, onDigit } = options
  const audio = await openRtpAudio({ address: '127.0.0.1', sendFilter, onDigit })
  await audio.connect({
    ...createAgreement(remotePort, codec),
    srtp: swapKeys(options.agreement?.srtp ?? null),
  })
  const receivedAudio = new Int16Array(4_000)
  let voice = toneHz ? createSine(toneHz, 8000) : null
  const clock = startFrameClock(() => {
    receivedAudio.copyWithin(0, 160)
    receivedAudio.set(audio.readFrame(8000) ?? new Int16Array(160), receivedAudio.length - 160)
    audio.writeFrame(voice?.read(160) ?? new Int16Array(160), 8000)
  })

  return {
    audio,
    port: audio.port,
    change: (next) => audio.connect(createAgreement(remotePort, next)),
    say(source) {
      voice = source
    },
    receivedAudio,
    get receivedTonesHz() {
      return detectTones(receivedAudio, allTonesHz, 8000)
    },
    get isSilent() {
      return audioLevel(receivedAudio) < -55
    },
    stop: () => clock.stop(),
    async [Symbol.asyncDispose]() {
      clock.stop()
      await audio.close()
    },
  }
}

function swapKeys(srtp: RtpAgreement['srtp']): RtpAgreement['srtp'] {
  return srtp && { local: srtp.remote, remote: srtp.local }
}
