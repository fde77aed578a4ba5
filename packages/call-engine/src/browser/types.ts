import type { Store } from './store.ts'

/**
 * Why there is no microphone.
 *
 * - `denied`: the person or a policy said no; only the browser's settings change that;
 * - `dismissed`: the question was closed without an answer; it may be asked again;
 * - `none-found`: there is none, or the chosen one was unplugged;
 * - `in-use`: another program holds it;
 * - `insecure-page`: the page is not served over HTTPS or from localhost.
 */
export type MicrophoneTrouble = 'denied' | 'dismissed' | 'none-found' | 'in-use' | 'insecure-page' | 'failed'

export type MicrophoneState =
  | { readonly phase: 'not-asked' }
  | { readonly phase: 'asking' }
  | { readonly phase: 'open'; readonly label: string }
  | { readonly phase: 'blocked'; readonly trouble: MicrophoneTrouble }

export interface AudioDevice {
  readonly id: string
  /** Empty until the microphone has been allowed once; number it then. */
  readonly label: string
}

export interface AudioDevicesState {
  readonly microphone: MicrophoneState
  readonly microphones: readonly AudioDevice[]
  readonly speakers: readonly AudioDevice[]
  /** Whether the browser lets a page choose where sound comes out. */
  readonly canChooseSpeaker: boolean
  /** `default` follows the system. */
  readonly microphoneId: string
  readonly speakerId: string
  readonly ringerId: string
}

/** The microphones, speakers and ringers of this page; one for all calls. */
export interface AudioDevices extends Store<AudioDevicesState> {
  /** Asks for the microphone where needed and keeps it open until `release` of the last holder. */
  openMicrophone(): Promise<OpenMicrophone | { readonly trouble: MicrophoneTrouble }>
  chooseMicrophone(id: string): Promise<void>
  chooseSpeaker(id: string): Promise<void>
  chooseRinger(id: string): Promise<void>
  close(): void
}

export interface OpenMicrophone {
  /** Becomes another track when another microphone is chosen. */
  readonly track: Store<{ readonly track: MediaStreamTrack }>
  release(): void
}

/**
 * - `idle`: `connect` has not been called;
 * - `reconnecting`: the audio was lost and is being fetched again; the call is kept for 60 s;
 * - `elsewhere`: another tab or device holds the call now;
 * - `failed`: the audio did not come (back).
 */
export type ConnectionState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'connecting' }
  | { readonly phase: 'connected' }
  | { readonly phase: 'reconnecting'; readonly attempt: number }
  | { readonly phase: 'elsewhere' }
  | { readonly phase: 'failed'; readonly because: ConnectionTrouble }
  | { readonly phase: 'closed' }

/**
 * - `microphone`: see the state of the microphone;
 * - `refused`: the service would not have this browser (back); `requestJoin` threw;
 * - `no-way-through`: no path for audio was found: a firewall, mostly.
 */
export type ConnectionTrouble = 'microphone' | 'refused' | 'no-way-through'

/** What this browser measures of what it hears; sent to the service with the heartbeat. */
export interface HeardStats {
  readonly roundTripMs: number | null
  readonly jitterMs: number | null
  readonly lossPercent: number | null
}

export interface HandsetState {
  readonly connection: ConnectionState
  readonly isMuted: boolean
  /** How loud this microphone is, 0 to 1, muted or not. */
  readonly microphoneLevel: number
  /** How loud the others are, 0 to 1. */
  readonly heardLevel: number
  readonly isTalkingWhileMuted: boolean
  /** The browser wants a click before it plays sound; call `playNow` from one. */
  readonly needsClickToPlay: boolean
  readonly stats: HeardStats | null
}

/** One browser's place in one conference. */
export interface Handset extends Store<HandsetState> {
  /**
   * Opens the microphone and brings its audio into the conference. Resolves when the connection stands or has failed;
   * never throws.
   */
  connect(): Promise<ConnectionState>
  /** At once, here; the service is told by the app. */
  setMuted(state: 'muted' | 'unmuted'): void
  /** Fetches the audio again, as after a change of network. Does nothing while that is under way. */
  reconnect(): void
  /** To be called from a click when `needsClickToPlay`. */
  playNow(): Promise<void>
  /** Another tab took the call over: lets the audio go, without an error. */
  letGo(): void
  /** Lets microphone and connection go. Closing twice is allowed. */
  close(): void
}

export interface HandsetOptions {
  readonly devices: AudioDevices
  /**
   * Asks the service for join information: `first` by starting, answering or joining the call; `again` by joining it
   * once more. An error ends a `first` attempt. One of `again` is tried again while the call is kept, unless the error
   * has `isFinal: true`: the call is over, or no longer this person's.
   */
  readonly requestJoin: (attempt: 'first' | 'again') => Promise<unknown>
  /** Hands the answer of this side to the service. */
  readonly sendReply: (reply: HandsetReply) => Promise<void>
  /** How long to go on trying to come back. 60 s when left out. */
  readonly keepTryingMs?: number
}

/** JSON; opaque to the app. */
export interface HandsetReply {
  readonly connectionId: string
  readonly sdp: string
}

/** Countries whose tones differ; another country gets the tones of `US`. */
export type ToneCountry = string

/** Tones made in the page. They stop when another begins, but for keys. */
export interface Tones {
  /** Until `stop`. Stop it when the line speaks itself (early media) or answers. */
  ringback(country: ToneCountry): void
  /** For 4 s. */
  busy(country: ToneCountry): void
  /** For 4 s. */
  congestion(country: ToneCountry): void
  /** A key, for 120 ms, quietly. */
  key(digit: string): void
  /** An incoming call, out of the ringer, until `stop`. */
  ring(): void
  /** A second incoming call during one: short, and out of the speaker. */
  callWaiting(): void
  stop(): void
  close(): void
}
