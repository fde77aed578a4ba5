import { type AudioConnection, openConnection } from './connection.ts'
import { readJoinInformation } from './join-information.ts'
import { createLoudspeaker, type Loudspeaker } from './loudspeaker.ts'
import { microphonePermission } from './microphone-trouble.ts'
import { type OutgoingVoice, sendVoice } from './outgoing-voice.ts'
import { createStore, type WritableStore } from './store.ts'
import type { ConnectionState, ConnectionTrouble, Handset, HandsetOptions, HandsetState } from './types.ts'
import { watchHeard } from './watch-heard.ts'

const loudEnoughToBeTalk = 0.55
const talkMsUntilTold = 400
const retryPausesMs = [0, 300, 700, 1_500, 2_500]
const defaultKeepTryingMs = 60_000

const atRest: HandsetState = {
  connection: { phase: 'idle' },
  isMuted: false,
  microphoneLevel: 0,
  heardLevel: 0,
  isTalkingWhileMuted: false,
  needsClickToPlay: false,
  stats: null,
}

/** Creates a browser leg. Create one per call; the app decides when it is closed. */
export function createHandset(options: HandsetOptions): Handset {
  return new BrowserHandset(options)
}

/**
 *   idle --connect--> connecting --> connected <--> reconnecting
 *                         |              |               |
 *                         +----> failed  +--> elsewhere  +--> failed
 *   any --close--> closed
 */
class BrowserHandset implements Handset {
  readonly #options: HandsetOptions
  readonly #store: WritableStore<HandsetState> = createStore(atRest)
  readonly #loudspeaker: Loudspeaker
  #outbound: OutgoingVoice | null = null
  #connection: AudioConnection | null = null
  /** The connection being established; it replaces the current one once it is up. */
  #pendingConnection: AudioConnection | null = null
  #inboundMonitor: { close(): void } | null = null
  #mutedSpeechSince: number | null = null

  constructor(options: HandsetOptions) {
    this.#options = options
    this.#loudspeaker = createLoudspeaker(options.devices, (needsClickToPlay) =>
      this.#store.change({ needsClickToPlay }),
    )
  }

  readonly get = () => this.#store.get()
  readonly subscribe = (listener: () => void) => this.#store.subscribe(listener)

  async connect(): Promise<ConnectionState> {
    if (this.#phase !== 'idle') return this.get().connection
    this.#setConnectionState({ phase: 'connecting' })
    window.addEventListener('online', this.reconnect)

    // When the microphone is already allowed, no prompt appears, and the request can start in parallel.
    const microphone = this.#openMicrophone()
    if ((await microphonePermission()) !== 'granted' && !(await microphone)) return this.#fail('microphone')
    const join = this.#options.requestJoin('first')
    join.catch(() => undefined)
    if (!(await microphone)) return this.#fail('microphone')

    try {
      if (await this.#tryConnect(await join)) return this.#setConnectionState({ phase: 'connected' })
    } catch {
      return this.#fail('refused')
    }
    return this.#fail('no-way-through')
  }

  setMuted(state: 'muted' | 'unmuted'): void {
    this.#outbound?.setMuted(state)
    this.#store.change({ isMuted: state === 'muted', isTalkingWhileMuted: false })
  }

  readonly reconnect = (): void => {
    if (this.#phase !== 'connected') return
    this.#setConnectionState({ phase: 'reconnecting', attempt: 1 })
    void this.#retryConnect(performance.now() + (this.#options.keepTryingMs ?? defaultKeepTryingMs))
  }

  playNow(): Promise<void> {
    return this.#loudspeaker.playNow()
  }

  letGo(): void {
    this.#setConnectionState({ phase: 'elsewhere' })
    this.#release()
  }

  close(): void {
    this.#setConnectionState({ phase: 'closed' })
    this.#release()
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

  #fail(because: ConnectionTrouble): ConnectionState {
    const state = this.#setConnectionState({ phase: 'failed', because })
    this.#release()
    return state
  }

  async #retryConnect(deadline: number): Promise<void> {
    for (let attempt = 1; performance.now() < deadline; attempt++) {
      this.#setConnectionState({ phase: 'reconnecting', attempt })
      await sleep(retryPausesMs[Math.min(attempt, retryPausesMs.length) - 1] ?? 0)
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
    this.#fail('no-way-through')
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
      void this.#loudspeaker.play(next.heard)
      await this.#options.sendReply(next.reply)
      await next.begin()
      if (!(await next.whenSettled) || this.#isOver) return false
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
    this.#inboundMonitor = watchHeard(connection.peer, {
      level: (heardLevel) => this.#store.change({ heardLevel }),
      stats: (stats) => this.#store.change({ stats }),
      nothingArrives: this.reconnect,
    })
  }

  async #openMicrophone(): Promise<boolean> {
    const opened = await this.#options.devices.openMicrophone()
    if ('trouble' in opened) return false
    if (this.#isOver) {
      opened.release()
      return false
    }
    this.#outbound = sendVoice(opened, {
      level: (level) => this.#onMicrophoneLevel(level),
      trackChange: (track) => void this.#connection?.sendFrom(track).catch(this.reconnect),
    })
    this.#outbound.setMuted(this.get().isMuted ? 'muted' : 'unmuted')
    return true
  }

  #onMicrophoneLevel(microphoneLevel: number): void {
    const isSpeech = this.get().isMuted && microphoneLevel >= loudEnoughToBeTalk
    this.#mutedSpeechSince = isSpeech ? (this.#mutedSpeechSince ?? performance.now()) : null
    const isTalkingWhileMuted =
      this.#mutedSpeechSince !== null && performance.now() - this.#mutedSpeechSince >= talkMsUntilTold
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

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
