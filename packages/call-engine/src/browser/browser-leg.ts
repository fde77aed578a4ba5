import { createObjectStore, type ObjectStore, sleep } from '@parley/primitives'
import { type AudioConnection, openConnection } from './connection.ts'
import { readJoinInformation } from './join-information.ts'
import { createLoudspeaker, type Loudspeaker } from './loudspeaker.ts'
import { createMutedSpeech } from './muted-speech.ts'
import { createOutboundAudio, createSilence, type OutboundAudio } from './outbound-audio.ts'
import type {
  BrowserLeg,
  BrowserLegOptions,
  BrowserLegState,
  ConnectionFailure,
  ConnectionState,
} from './types.ts'
import { watchInbound } from './watch-inbound.ts'

const retryDelaysMs = [0, 300, 700, 1_500, 2_500]
const defaultReconnectTimeoutMs = 60_000

const initialState: BrowserLegState = {
  connection: { phase: 'idle' },
  isMuted: false,
  microphoneLevel: 0,
  inboundLevel: 0,
  isTalkingWhileMuted: false,
  isPlaybackBlocked: false,
  stats: null,
}

/** Creates a browser leg. Create one per call; the app decides when it is closed. */
export function createBrowserLeg(options: BrowserLegOptions): BrowserLeg {
  return new WebRtcBrowserLeg(options)
}

/**
 *   idle --connect--> [opening-microphone] --> connecting --> connected <--> reconnecting
 *                              |                   |              |               |
 *                              +-----> failed <----+              +--> elsewhere  +--> failed
 *   any --close--> closed
 */
class WebRtcBrowserLeg implements BrowserLeg {
  readonly #options: BrowserLegOptions
  readonly #store: ObjectStore<BrowserLegState> = createObjectStore(initialState)
  readonly #loudspeaker: Loudspeaker
  readonly #mutedSpeech = createMutedSpeech()
  #outbound: OutboundAudio | null = null
  #connection: AudioConnection | null = null
  /** The connection being established; it replaces the current one once it is up. */
  #pendingConnection: AudioConnection | null = null
  #inboundMonitor: { close(): void } | null = null

  constructor(options: BrowserLegOptions) {
    this.#options = options
    this.#loudspeaker = createLoudspeaker(options.devices, (isPlaybackBlocked) =>
      this.#store.change({ isPlaybackBlocked }),
    )
  }

  readonly get = () => this.#store.get()
  readonly subscribe = (listener: () => void) => this.#store.subscribe(listener)

  async connect(): Promise<ConnectionState> {
    if (this.#phase !== 'idle') return this.get().connection
    const isMicrophoneExpected = this.#isMicrophoneExpected
    this.#setConnectionState({ phase: isMicrophoneExpected ? 'connecting' : 'opening-microphone' })
    window.addEventListener('online', this.reconnect)

    const early = isMicrophoneExpected ? this.#options.requestJoin('first') : null
    early?.catch(() => undefined)
    if (!(await this.#openMicrophone()) && !(await this.#listen())) return this.#fail('microphone')

    this.#setConnectionState({ phase: 'connecting' })
    try {
      if (await this.#tryConnect(await (early ?? this.#options.requestJoin('first'))))
        return this.#setConnectionState({ phase: 'connected' })
    } catch {
      return this.#fail('refused')
    }
    return this.#fail('no-audio-path')
  }

  setMuted(state: 'muted' | 'unmuted'): void {
    this.#outbound?.setMuted(state)
    this.#store.change({ isMuted: state === 'muted', isTalkingWhileMuted: false })
  }

  async retryMicrophone(): Promise<void> {
    const { devices } = this.#options
    const { microphoneId } = devices.get()
    const before = this.#outbound
    if (before?.source !== 'silence') return await devices.chooseMicrophone(microphoneId)
    if (!(await this.#openMicrophone()) || !this.#outbound) return
    before.close()
    await this.#connection?.replaceTrack(this.#outbound.track).catch(this.reconnect)
  }

  readonly reconnect = (): void => {
    if (this.#phase !== 'connected') return
    this.#setConnectionState({ phase: 'reconnecting', attempt: 1 })
    void this.#retryConnect(
      performance.now() + (this.#options.reconnectTimeoutMs ?? defaultReconnectTimeoutMs),
    )
  }

  resumePlayback(): Promise<void> {
    return this.#loudspeaker.resumePlayback()
  }

  handOver(): void {
    this.#setConnectionState({ phase: 'elsewhere' })
    this.#release()
  }

  close(): void {
    this.#setConnectionState({ phase: 'closed' })
    this.#release()
  }

  /** Whether no prompt will appear. A call can then start while the microphone opens; otherwise it would ring for no user. */
  get #isMicrophoneExpected(): boolean {
    const { microphonePermission, microphones } = this.#options.devices.get()
    return microphonePermission === 'granted' && microphones.length > 0
  }

  get #phase(): ConnectionState['phase'] {
    return this.get().connection.phase
  }

  get #isOver(): boolean {
    return this.#phase === 'closed' || this.#phase === 'elsewhere'
  }

  #setConnectionState(connection: ConnectionState): ConnectionState {
    if (!this.#isOver || connection.phase === 'closed') this.#store.change({ connection })
    return this.get().connection
  }

  #fail(reason: ConnectionFailure): ConnectionState {
    const state = this.#setConnectionState({ phase: 'failed', reason })
    this.#release()
    return state
  }

  async #retryConnect(deadline: number): Promise<void> {
    for (let attempt = 1; performance.now() < deadline; attempt++) {
      this.#setConnectionState({ phase: 'reconnecting', attempt })
      await sleep(retryDelaysMs[Math.min(attempt, retryDelaysMs.length) - 1] ?? 0)
      if (this.#isOver) return
      try {
        if (await this.#tryConnect(await this.#options.requestJoin('again'))) {
          this.#setConnectionState({ phase: 'connected' })
          return
        }
      } catch (error) {
        if (isFinal(error)) {
          this.#fail('refused')
          return
        }
      }
    }
    this.#fail('no-audio-path')
  }

  /** Makes one connection attempt. Throws the errors of `requestJoin` and `sendAnswer`. */
  async #tryConnect(information: unknown): Promise<boolean> {
    const parsed = readJoinInformation(information)
    if (!parsed)
      throw Object.assign(new Error('Unsupported version of the join information.'), { isFinal: true })
    if (!this.#outbound || this.#isOver) return false

    const next = await openConnection(parsed, this.#outbound.track)
    this.#pendingConnection = next
    try {
      void this.#loudspeaker.play(next.remoteStream)
      await this.#options.sendAnswer(next.answer)
      await next.start()
      if (!(await next.established) || this.#isOver) return false
      this.#activate(next)
      return true
    } finally {
      if (this.#connection !== next) next.close()
      this.#pendingConnection = null
    }
  }

  #activate(connection: AudioConnection): void {
    this.#inboundMonitor?.close()
    this.#connection?.close()
    this.#connection = connection
    connection.onLost = this.reconnect
    this.#inboundMonitor = watchInbound(connection.peer, {
      level: (inboundLevel) => this.#store.change({ inboundLevel }),
      stats: (stats) => this.#store.change({ stats }),
      onNoPackets: this.reconnect,
    })
  }

  async #openMicrophone(): Promise<boolean> {
    const opened = await this.#options.devices.openMicrophone()
    if ('cause' in opened) return false
    if (this.#isOver) {
      opened.release()
      return false
    }
    this.#outbound = createOutboundAudio(opened, {
      level: (level) => this.#onMicrophoneLevel(level),
      trackChange: (track) => void this.#connection?.replaceTrack(track).catch(this.reconnect),
    })
    this.#outbound.setMuted(this.get().isMuted ? 'muted' : 'unmuted')
    return true
  }

  /** Sends silence, if the app lets the user listen without a microphone. */
  async #listen(): Promise<boolean> {
    if (this.#isOver || !(await this.#options.canListen?.()) || this.#isOver) return false
    this.#outbound = createSilence()
    return true
  }

  #onMicrophoneLevel(microphoneLevel: number): void {
    const isTalkingWhileMuted = this.#mutedSpeech.update({
      level: microphoneLevel,
      isMuted: this.get().isMuted,
      nowMs: performance.now(),
    })
    this.#store.change({ microphoneLevel, isTalkingWhileMuted })
  }

  #release(): void {
    window.removeEventListener('online', this.reconnect)
    this.#inboundMonitor?.close()
    this.#pendingConnection?.close()
    this.#connection?.close()
    this.#outbound?.close()
    this.#loudspeaker.close()
    this.#inboundMonitor = null
    this.#connection = null
    this.#outbound = null
  }
}

function isFinal(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'isFinal' in error && error.isFinal === true
}
