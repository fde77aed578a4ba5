import { type AudioConnection, openConnection } from './connection.ts'
import { readJoinInformation } from './join-information.ts'
import { createLoudspeaker } from './loudspeaker.ts'
import { microphonePermission } from './microphone-trouble.ts'
import { type OutgoingVoice, sendVoice } from './outgoing-voice.ts'
import { createStore } from './store.ts'
import type { ConnectionState, ConnectionTrouble, Handset, HandsetOptions, HandsetState } from './types.ts'
import { watchHeard } from './watch-heard.ts'

const loudEnoughToBeTalk = 0.55
const talkMsUntilTold = 400
const retryPausesMs = [0, 300, 700, 1_500, 2_500]

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
  const store = createStore<HandsetState>(atRest)
  const loudspeaker = createLoudspeaker(options.devices, (needsClickToPlay) =>
    store.change({ needsClickToPlay }),
  )
  const keepTryingMs = options.keepTryingMs ?? 60_000
  let voice: OutgoingVoice | null = null
  let connection: AudioConnection | null = null
  let heard: { close(): void } | null = null
  let talkingSince: number | null = null

  const phase = () => store.get().connection.phase
  const isOver = () => phase() === 'closed' || phase() === 'elsewhere'
  const become = (state: ConnectionState) => {
    if (!isOver()) store.change({ connection: state })
    return store.get().connection
  }

  const noticeLevel = (microphoneLevel: number) => {
    const isTalk = store.get().isMuted && microphoneLevel >= loudEnoughToBeTalk
    talkingSince = isTalk ? (talkingSince ?? performance.now()) : null
    const isTalkingWhileMuted = talkingSince !== null && performance.now() - talkingSince >= talkMsUntilTold
    store.change({ microphoneLevel, isTalkingWhileMuted })
  }

  const takeMicrophone = async (): Promise<boolean> => {
    const opened = await options.devices.openMicrophone()
    if ('trouble' in opened) return false
    if (isOver()) {
      opened.release()
      return false
    }
    voice = sendVoice(opened, {
      level: noticeLevel,
      trackChange: (track) => void connection?.sendFrom(track).catch(() => reconnect()),
    })
    voice.setMuted(store.get().isMuted ? 'muted' : 'unmuted')
    return true
  }

  const use = (next: AudioConnection) => {
    heard?.close()
    connection?.close()
    connection = next
    next.onLost = reconnect
    heard = watchHeard(next.peer, {
      level: (heardLevel) => store.change({ heardLevel }),
      stats: (stats) => store.change({ stats }),
      nothingArrives: reconnect,
    })
  }

  /** Brings the audio over once. Throws what `requestJoin` and `sendReply` throw. */
  const bringOver = async (information: unknown): Promise<boolean> => {
    const read = readJoinInformation(information)
    if (!read || !voice)
      throw Object.assign(new Error('The join information is of another version.'), { isFinal: true })

    const next = await openConnection(read, voice.track)
    try {
      void loudspeaker.play(next.heard)
      await options.sendReply(next.reply)
      await next.begin()
      if ((await next.whenSettled) && !isOver()) {
        use(next)
        return true
      }
    } catch (error) {
      next.close()
      throw error
    }
    next.close()
    return false
  }

  const release = () => {
    window.removeEventListener('online', reconnect)
    heard?.close()
    connection?.close()
    voice?.close()
    loudspeaker.close()
  }
  const fail = (because: ConnectionTrouble) => {
    const state = become({ phase: 'failed', because })
    release()
    return state
  }

  function reconnect(): void {
    if (phase() !== 'connected') return
    become({ phase: 'reconnecting', attempt: 1 })
    void comeBack(performance.now() + keepTryingMs)
  }

  const comeBack = async (giveUpAt: number) => {
    for (let attempt = 1; performance.now() < giveUpAt && !isOver(); attempt++) {
      become({ phase: 'reconnecting', attempt })
      await pause(retryPausesMs[Math.min(attempt, retryPausesMs.length) - 1] ?? 0)
      try {
        if (isOver()) return
        if (await bringOver(await options.requestJoin('again'))) return void become({ phase: 'connected' })
      } catch (error) {
        if (isFinal(error)) return void fail('refused')
      }
    }
    fail('no-way-through')
  }

  return {
    get: store.get,
    subscribe: store.subscribe,

    async connect() {
      if (phase() !== 'idle') return store.get().connection
      become({ phase: 'connecting' })
      window.addEventListener('online', reconnect)

      // Where the microphone is allowed already nothing is asked, and the service may begin meanwhile.
      const microphone = takeMicrophone()
      if ((await microphonePermission()) !== 'granted' && !(await microphone)) return fail('microphone')
      const join = options.requestJoin('first')
      join.catch(() => undefined)
      if (!(await microphone)) return fail('microphone')

      try {
        if (await bringOver(await join)) return become({ phase: 'connected' })
      } catch {
        return fail('refused')
      }
      return fail('no-way-through')
    },
    setMuted(state) {
      voice?.setMuted(state)
      store.change({ isMuted: state === 'muted', isTalkingWhileMuted: false })
    },
    reconnect,
    playNow: loudspeaker.playNow,
    letGo() {
      become({ phase: 'elsewhere' })
      release()
    },
    close() {
      become({ phase: 'closed' })
      release()
    },
  }
}

function isFinal(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'isFinal' in error && error.isFinal === true
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
