import { createObjectStore, type ObjectStore } from '@parley/primitives'
import { queryMicrophonePermission, toMicrophoneError } from './microphone-error.ts'
import type {
  AudioDevice,
  AudioDevices,
  AudioDevicesState,
  MicrophoneError,
  OpenMicrophone,
} from './types.ts'

const systemDefaultId = 'default'
const storageKeys = {
  microphoneId: 'parley.microphone',
  speakerId: 'parley.speaker',
  ringerId: 'parley.ringer',
} as const

export interface AudioDevicesOptions {
  /** Storage of the device choices. Default: the page's local storage. */
  readonly storage?: Pick<Storage, 'getItem' | 'setItem'>
}

/**
 * Creates the audio devices of this page: microphones, speakers and ringers. Use one instance for all calls.
 */
export function createAudioDevices({ storage = localStorage }: AudioDevicesOptions = {}): AudioDevices {
  const store = createObjectStore<AudioDevicesState>({
    microphone: { phase: 'not-asked' },
    microphonePermission: 'unknown',
    microphones: [],
    speakers: [],
    canChooseSpeaker: 'setSinkId' in HTMLMediaElement.prototype,
    microphoneId: storage.getItem(storageKeys.microphoneId) ?? systemDefaultId,
    speakerId: storage.getItem(storageKeys.speakerId) ?? systemDefaultId,
    ringerId: storage.getItem(storageKeys.ringerId) ?? systemDefaultId,
  })
  const microphone = shareMicrophone(store)

  void watchPermission(store)
  const refresh = () => void listDevices(store)
  navigator.mediaDevices?.addEventListener('devicechange', refresh)
  refresh()

  const choose = (choice: keyof typeof storageKeys, id: string) => {
    storage.setItem(storageKeys[choice], id)
    store.change({ [choice]: id })
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    openMicrophone: microphone.open,
    async chooseMicrophone(id) {
      choose('microphoneId', id)
      await microphone.reopen()
    },
    async chooseSpeaker(id) {
      choose('speakerId', id)
    },
    async chooseRinger(id) {
      choose('ringerId', id)
    },
    close() {
      navigator.mediaDevices?.removeEventListener('devicechange', refresh)
      microphone.close()
    },
  }
}

/** Maintains the permission of the microphone, so that no call waits for it. */
async function watchPermission(store: ObjectStore<AudioDevicesState>): Promise<void> {
  const permission = await queryMicrophonePermission()
  if (!permission) return
  const update = () => store.change({ microphonePermission: permission.state })
  permission.addEventListener('change', update)
  update()
}

async function listDevices(store: ObjectStore<AudioDevicesState>): Promise<void> {
  const devices = (await navigator.mediaDevices?.enumerateDevices().catch(() => [])) ?? []
  const listDevicesOfKind = (kind: MediaDeviceKind): readonly AudioDevice[] =>
    devices
      .filter((device) => device.kind === kind && device.deviceId !== '')
      .map((device) => ({ id: device.deviceId, label: device.label }))

  store.change({ microphones: listDevicesOfKind('audioinput'), speakers: listDevicesOfKind('audiooutput') })
}

/**
 * Shares one microphone among all users; it is closed, and its indicator turned off, when the last one
 * releases it.
 */
function shareMicrophone(store: ObjectStore<AudioDevicesState>) {
  const holders = new Set<object>()
  let track: ObjectStore<{ readonly track: MediaStreamTrack }> | null = null
  let opening: Promise<MicrophoneError | null> | null = null

  const isLive = () => track?.get().track.readyState === 'live'

  const stop = () => {
    track?.get().track.stop()
    track = null
    if (store.get().microphone.phase === 'open') store.change({ microphone: { phase: 'not-asked' } })
  }

  const use = (opened: MediaStreamTrack) => {
    const previous = track?.get().track
    if (track) track.change({ track: opened })
    else track = createObjectStore({ track: opened })
    previous?.stop()
    // Unplugging a microphone ends its track; the system default then replaces it.
    opened.addEventListener('ended', () => track?.get().track === opened && void open())
  }

  const open = async (): Promise<MicrophoneError | null> => {
    if (!track) store.change({ microphone: { phase: 'asking' } })
    opening ??= openTrack(store, use).finally(() => {
      opening = null
    })
    const cause = await opening
    // Until another microphone has been opened, the former one is in use.
    if (cause && !isLive()) store.change({ microphone: { phase: 'blocked', cause } })
    return cause
  }

  return {
    async open(): Promise<OpenMicrophone | { readonly cause: MicrophoneError }> {
      const holder = {}
      holders.add(holder)
      const release = () => {
        if (holders.delete(holder) && holders.size === 0) stop()
      }

      const cause = isLive() ? null : await open()
      if (cause || !track) {
        release()
        return { cause: cause ?? 'failed' }
      }
      return { track, release }
    },
    async reopen() {
      if (track) await open()
    },
    close() {
      holders.clear()
      stop()
    },
  }
}

/** Opens a track and passes it to `use`. Returns why it could not be opened. */
async function openTrack(
  store: ObjectStore<AudioDevicesState>,
  use: (opened: MediaStreamTrack) => void,
): Promise<MicrophoneError | null> {
  if (!navigator.mediaDevices) return 'insecure-page'
  try {
    const opened = await requestTrack(store.get().microphoneId)
    use(opened)
    store.change({ microphone: { phase: 'open', label: opened.label } })
    void listDevices(store)
    return null
  } catch (error) {
    return await toMicrophoneError(error)
  }
}

/**
 * Opens the chosen microphone, or the system default when it is not connected, so that a missing headset does
 * not prevent calls.
 */
async function requestTrack(microphoneId: string): Promise<MediaStreamTrack> {
  if (microphoneId === systemDefaultId) return await requestAudioTrack({})
  try {
    // Chromium ignores `ideal` and opens the default.
    return await requestAudioTrack({ deviceId: { exact: microphoneId } })
  } catch (error) {
    if (error instanceof Error && error.name === 'OverconstrainedError') return await requestAudioTrack({})
    throw error
  }
}

async function requestAudioTrack(device: Pick<MediaTrackConstraints, 'deviceId'>): Promise<MediaStreamTrack> {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: {
      ...device,
      echoCancellation: true,
      noiseSuppression: true,
      autoGainControl: true,
      channelCount: 1,
    },
  })
  const [track] = stream.getAudioTracks()
  if (!track) throw new DOMException('The stream has no audio.', 'NotFoundError')
  return track
}
