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

/** One browser's place in one conference. Make one for each call; the app decides when it is closed. */
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
  #voice: OutgoingVoice | null = null
  #connection: AudioConnection | null = null
  /** The one that is being made; it takes the place of the former only when it stands. */
  #coming: AudioConnection | null = null
  #heard: { close(): void } | null = null
  #talkingSince: number | null = null

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
    this.#become({ phase: 'connecting' })
    window.addEventListener('online', this.reconnect)

    // Where the microphone is allowed already nothing is asked, and the service may begin meanwhile.
    const microphone = this.#takeMicrophone()
    if ((await microphonePermission()) !== 'granted' && !(await microphone)) return this.#fail('microphone')
    const join = this.#options.requestJoin('first')
    join.catch(() => undefined)
    if (!(await microphone)) return this.#fail('microphone')

    try {
      if (await this.#bringOver(await join)) return this.#become({ phase: 'connected' })
    } catch {
      return this.#fail('refused')
    }
    return this.#fail('no-way-through')
  }

  setMuted(state: 'muted' | 'unmuted'): void {
    this.#voice?.setMuted(state)
    this.#store.change({ isMuted: state === 'muted', isTalkingWhileMuted: false })
  }

  readonly reconnect = (): void => {
    if (this.#phase !== 'connected') return
    this.#become({ phase: 'reconnecting', attempt: 1 })
    void this.#comeBack(performance.now() + (this.#options.keepTryingMs ?? defaultKeepTryingMs))
  }

  playNow(): Promise<void> {
    return this.#loudspeaker.playNow()
  }

  letGo(): void {
    this.#become({ phase: 'elsewhere' })
    this.#release()
  }

  close(): void {
    this.#become({ phase: 'closed' })
    this.#release()
  }

  get #phase(): ConnectionState['phase'] {
    return this.get().connection.phase
  }

  get #isOver(): boolean {
    return this.#phase === 'closed' || this.#phase === 'elsewhere'
  }

  #become(connection: ConnectionState): ConnectionState {
    if (!this.#isOver || connection.phase === 'closed') this.#store.change({ connection })
    return this.get().connection
  }

  #fail(because: ConnectionTrouble): ConnectionState {
    const state = this.#become({ phase: 'failed', because })
    this.#release()
    return state
  }

  async #comeBack(giveUpAt: number): Promise<void> {
    for (let attempt = 1; performance.now() < giveUpAt; attempt++) {
      this.#become({ phase: 'reconnecting', attempt })
      await pause(retryPausesMs[Math.min(attempt, retryPausesMs.length) - 1] ?? 0)
      if (this.#isOver) return
      try {
        if (await this.#bringOver(await this.#options.requestJoin('again'))) {
          this.#become({ phase: 'connected' })
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

  /** Brings the audio over once. Throws what `requestJoin` and `sendReply` throw. */
  async #bringOver(information: unknown): Promise<boolean> {
    const read = readJoinInformation(information)
    if (!read)
      throw Object.assign(new Error('The join information is of another version.'), { isFinal: true })
    if (!this.#voice || this.#isOver) return false

    const coming = await openConnection(read, this.#voice.track)
    this.#coming = coming
    try {
      void this.#loudspeaker.play(coming.heard)
      await this.#options.sendReply(coming.reply)
      await coming.begin()
      if (!(await coming.whenSettled) || this.#isOver) return false
      this.#use(coming)
      return true
    } finally {
      if (this.#connection !== coming) coming.close()
      this.#coming = null
    }
  }

  #use(connection: AudioConnection): void {
    this.#heard?.close()
    this.#connection?.close()
    this.#connection = connection
    connection.onLost = this.reconnect
    this.#heard = watchHeard(connection.peer, {
      level: (heardLevel) => this.#store.change({ heardLevel }),
      stats: (stats) => this.#store.change({ stats }),
      nothingArrives: this.reconnect,
    })
  }

  async #takeMicrophone(): Promise<boolean> {
    const opened = await this.#options.devices.openMicrophone()
    if ('trouble' in opened) return false
    if (this.#isOver) {
      opened.release()
      return false
    }
    this.#voice = sendVoice(opened, {
      level: (level) => this.#noticeLevel(level),
      trackChange: (track) => void this.#connection?.sendFrom(track).catch(this.reconnect),
    })
    this.#voice.setMuted(this.get().isMuted ? 'muted' : 'unmuted')
    return true
  }

  #noticeLevel(microphoneLevel: number): void {
    const isTalk = this.get().isMuted && microphoneLevel >= loudEnoughToBeTalk
    this.#talkingSince = isTalk ? (this.#talkingSince ?? performance.now()) : null
    const isTalkingWhileMuted =
      this.#talkingSince !== null && performance.now() - this.#talkingSince >= talkMsUntilTold
    this.#store.change({ microphoneLevel, isTalkingWhileMuted })
  }

  #release(): void {
    window.removeEventListener('online', this.reconnect)
    this.#heard?.close()
    this.#coming?.close()
    this.#connection?.close()
    this.#voice?.close()
    this.#loudspeaker.close()
    this.#heard = null
    this.#connection = null
    this.#voice = null
  }
}

function isFinal(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'isFinal' in error && error.isFinal === true
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
