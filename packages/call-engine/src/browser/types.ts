import type { Store } from '@parley/primitives'

/**
 * Why the microphone cannot be used.
 *
 * - `denied`: the user or a policy denied it; only the browser's settings change that;
 * - `dismissed`: the prompt was closed without a choice; it may be shown again;
 * - `none-found`: no microphone is connected, or the chosen one was unplugged;
 * - `in-use`: another program is using it;
 * - `insecure-page`: the page is not served over HTTPS or from localhost.
 */
export type MicrophoneError = 'denied' | 'dismissed' | 'none-found' | 'in-use' | 'insecure-page' | 'failed'

export type MicrophoneState =
  | { readonly phase: 'not-asked' }
  | { readonly phase: 'asking' }
  | { readonly phase: 'open'; readonly label: string }
  | { readonly phase: 'blocked'; readonly cause: MicrophoneError }

export interface AudioDevice {
  readonly id: string
  /** Empty until the microphone was allowed once; show a number instead. */
  readonly label: string
}

export interface AudioDevicesState {
  readonly microphone: MicrophoneState
  /** `unknown` until the browser reports it, and when it does not. */
  readonly microphonePermission: PermissionState | 'unknown'
  readonly microphones: readonly AudioDevice[]
  readonly speakers: readonly AudioDevice[]
  /** Whether the browser supports choosing the audio output. */
  readonly canChooseSpeaker: boolean
  /** `default` selects the system default. */
  readonly microphoneId: string
  readonly speakerId: string
  readonly ringerId: string
}

/** The audio devices of this page; one instance for all calls. */
export interface AudioDevices extends Store<AudioDevicesState> {
  /** Requests the microphone if needed and keeps it open until every user has called `release`. */
  openMicrophone(): Promise<OpenMicrophone | { readonly cause: MicrophoneError }>
  chooseMicrophone(id: string): Promise<void>
  chooseSpeaker(id: string): Promise<void>
  chooseRinger(id: string): Promise<void>
  close(): void
}

export interface OpenMicrophone {
  /** Changes when another microphone is chosen. */
  readonly track: Store<{ readonly track: MediaStreamTrack }>
  release(): void
}

/**
 * - `idle`: `connect` has not been called;
 * - `opening-microphone`: the call starts when the user has allowed the microphone;
 * - `reconnecting`: the audio was lost and is being restored; the call is retained for 60 s;
 * - `elsewhere`: another tab or device has taken over the call;
 * - `failed`: the audio could not be established or restored.
 */
export type ConnectionState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'opening-microphone' }
  | { readonly phase: 'connecting' }
  | { readonly phase: 'connected' }
  | { readonly phase: 'reconnecting'; readonly attempt: number }
  | { readonly phase: 'elsewhere' }
  | { readonly phase: 'failed'; readonly reason: ConnectionFailure }
  | { readonly phase: 'closed' }

/**
 * - `microphone`: see the microphone state;
 * - `refused`: the service rejected this browser; `requestJoin` threw;
 * - `no-audio-path`: no network path for audio was found, in most cases because of a firewall.
 */
export type ConnectionFailure = 'microphone' | 'refused' | 'no-audio-path'

/** Measurements of the received audio; sent to the service with the heartbeat. */
export interface InboundStats {
  readonly roundTripMs: number | null
  readonly jitterMs: number | null
  readonly lossPercent: number | null
}

export interface BrowserLegState {
  readonly connection: ConnectionState
  readonly isMuted: boolean
  /** Level of the microphone, 0 to 1, muted or not. */
  readonly microphoneLevel: number
  /** Level of the received audio, 0 to 1. */
  readonly inboundLevel: number
  readonly isTalkingWhileMuted: boolean
  /** The browser blocks playback until a user gesture; call `resumePlayback` from one. */
  readonly isPlaybackBlocked: boolean
  readonly stats: InboundStats | null
}

/** The browser side of one browser leg. */
export interface BrowserLeg extends Store<BrowserLegState> {
  /**
   * Opens the microphone and connects its audio to the conference. Resolves when the connection is
   * established or has failed; never throws.
   */
  connect(): Promise<ConnectionState>
  /** Mutes locally and immediately; the app notifies the service. */
  setMuted(state: 'muted' | 'unmuted'): void
  /** Opens the microphone again after it could not be opened, or was lost. */
  retryMicrophone(): Promise<void>
  /** Reconnects the audio, for example after a network change. Does nothing while reconnecting. */
  reconnect(): void
  /** Call it from a user gesture when `isPlaybackBlocked`. */
  resumePlayback(): Promise<void>
  /** Releases the audio without an error because another tab has taken over the call. */
  handOver(): void
  /** Releases microphone and connection. Idempotent. */
  close(): void
}

export interface BrowserLegOptions {
  readonly devices: AudioDevices
  /**
   * Requests join information from the service: `first` starts, answers or joins the call; `again` rejoins
   * it. An error ends a `first` attempt. An `again` attempt is retried while the call is retained, unless the
   * error has `isFinal: true`: the call has ended, or the user is no longer in it.
   */
  readonly requestJoin: (attempt: 'first' | 'again') => Promise<unknown>
  /**
   * Returns whether the leg connects when the microphone cannot be opened, so that the user hears the others. By default
   * it fails.
   */
  readonly canListen?: () => Promise<boolean>
  /** Sends this side's answer to the service. */
  readonly sendAnswer: (reply: BrowserLegAnswer) => Promise<void>
  /** How long to retry a lost connection. Default 60 s. */
  readonly reconnectTimeoutMs?: number
}

/** JSON value; opaque to the app. */
export interface BrowserLegAnswer {
  readonly connectionId: string
  readonly sdp: string
}

/** ISO 3166 alpha-2 country code. Unknown countries use the tones of `US`. */
export type ToneCountry = string

/** Locally generated tones. Starting one stops the previous one, except for digits. */
export type Ringtone = 'classic' | 'chime' | 'pulse'

export interface Tones {
  /** Plays until `stop`. Stop it at early media or at the answer. */
  ringback(country: ToneCountry): void
  /** Plays for 4 s. */
  busy(country: ToneCountry): void
  /** Plays for 4 s. */
  congestion(country: ToneCountry): void
  /** Plays a DTMF digit quietly for 120 ms. */
  key(digit: string): void
  /** Plays a ringtone on the ringer device until `stop`. Volume in percent. */
  ring(ringtone: Ringtone, volume: number): void
  /** Plays a short call-waiting tone on the speaker device until `stop`. */
  callWaiting(): void
  stop(): void
  close(): void
}
