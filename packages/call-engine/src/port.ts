import type { ConferenceEvent } from './conference-event.ts'
import type { EngineEvent } from './engine-event.ts'
import type { ConferenceId, IncomingCallId, LegId, PhoneNumber, UserId } from './identifiers.ts'
import type { JsonValue } from './json-value.ts'
import type { RecordingLocation, RecoveredRecording, StartedRecording } from './recording.ts'
import type { TrunkConfig, TrunkId, TrunkState, TrunkTest } from './trunk.ts'

/** Data the browser side of the same engine needs to connect its audio. Opaque to everyone else. */
export type JoinInformation = JsonValue
/** The browser side's answer to the join information. Opaque to everyone else. */
export type BrowserAnswer = JsonValue

/** Caller ID presented to the called party. */
export interface CallerId {
  readonly number: PhoneNumber
  readonly name: string | null
}

/** Announcements the engine can play. */
export type AnnouncementName = 'recording-starts' | 'recording-stops'

/** Available languages as BCP 47 tags. Other languages fall back to the base language, then to English. */
export type AnnouncementLanguage = 'de-DE' | 'en-US' | 'es-419' | 'es-ES' | 'fr-CA'

export interface Announcement {
  readonly name: AnnouncementName
  readonly language: AnnouncementLanguage
}

/** Measurements of a leg's browser. Null where the browser reports none. */
export interface BrowserStats {
  readonly roundTripMs: number | null
  readonly jitterMs: number | null
  readonly lossPercent: number | null
}

/**
 * Why an incoming call is rejected. The reason is sent to the caller's network. `suspended` asks it to use
 * another server, or to try again after 10 s.
 */
export type RejectReason = 'declined' | 'busy' | 'not-answered' | 'number-unknown' | 'not-now' | 'suspended'

/**
 * Carries audio between browsers and the telephone network.
 *
 * The tests in conformance.ts define what every implementation (embedded/, a LiveKit server) guarantees.
 * Callers must not rely on anything else.
 *
 * Closing the engine closes its conferences, and closing a conference removes its legs. Every leg emits
 * `leg-left` before its conference emits `closed`; no event follows `closed`.
 */
export interface CallEngine extends AsyncDisposable {
  /**
   * Incoming calls and trunk states. Events before the first reader are buffered for it; later readers
   * receive events from the time they start. Ends when the engine is closed.
   */
  readonly events: AsyncIterable<EngineEvent>

  /**
   * Opens an empty conference, with the given `id` if there is one. It closes 60 s after its last leg has
   * left or detached, or on `close`.
   *
   * @throws {EngineError} `engine-closed`, `conference-exists`, `media-unavailable`
   */
  openConference(options?: {
    readonly id?: ConferenceId
    /** `wideband` for browser-only conferences. The default, `telephone`, costs a quarter of the CPU time. */
    readonly audio?: 'telephone' | 'wideband'
  }): Promise<Conference>

  /** Returns the open conference with that id, or null. */
  findConference(id: ConferenceId): Conference | null

  /** Signals ringing to the caller's network. Without it the caller hears no ringback tone. */
  ringIncoming(id: IncomingCallId): Promise<void>
  /** Rejects an incoming call. Does nothing when it has ended or was answered. */
  rejectIncoming(id: IncomingCallId, reason: RejectReason): Promise<void>

  /**
   * Ends a telephone call of a process that has crashed, from the data of its last `leg-dialog` event.
   * Resolves to whether the far end has confirmed the end.
   *
   * @throws {EngineError} `no-such-trunk`, `invalid-dialog`
   */
  endLostCall(trunkId: TrunkId, dialog: JsonValue): Promise<'confirmed' | 'not-confirmed'>

  /** Starts using a trunk, or applies its changed configuration. Established calls continue. */
  useTrunk(config: TrunkConfig): Promise<void>
  /** Unregisters a trunk and stops accepting its calls. Established calls continue. */
  removeTrunk(id: TrunkId): Promise<void>
  /**
   * Removes the registrations of all trunks; `useTrunk` registers none until `resumeTrunks`. Established
   * calls continue. Incoming calls are still reported, because a trunk that has not noticed may send some, so
   * that they can be rejected.
   */
  suspendTrunks(): Promise<void>
  /** Uses exactly these trunks from now on, and registers them. */
  resumeTrunks(configs: readonly TrunkConfig[]): Promise<void>
  trunkState(id: TrunkId): TrunkState | null
  /** Tests a configuration without applying it. Never throws for a failure of the trunk. */
  testTrunk(config: TrunkConfig): Promise<TrunkTest>

  /**
   * Repairs the headers of recordings below `directory` that a previous process did not finish. Samples on
   * disk are preserved. Call it at start, before the first conference is opened.
   */
  recoverRecordings(directory: string): Promise<readonly RecoveredRecording[]>
}

/**
 * One conversation. Every participant is a leg. A matrix of legs defines the audio each leg receives; hold is
 * a setting of that matrix.
 */
export interface Conference extends AsyncDisposable {
  readonly id: ConferenceId
  /**
   * Always ends with a `closed` event, also when the engine is closed. Events before the first reader are
   * buffered for it; later readers receive events from the time they start.
   */
  readonly events: AsyncIterable<ConferenceEvent>

  /**
   * Adds a browser leg. `leg-joined` follows when its audio arrives. A browser that does not connect within
   * 60 s leaves with `media-lost`.
   */
  addBrowser(userId: UserId): Promise<{ readonly legId: LegId; readonly joinInformation: JoinInformation }>
  /**
   * Creates a new connection for an existing leg, after a page reload or a network change. The previous
   * connection is closed when the new one has audio. `leg-reattached` follows if the leg was detached.
   *
   * @throws {EngineError} `no-such-leg`
   */
  reconnectBrowser(legId: LegId): Promise<JoinInformation>
  /**
   * Applies the browser side's answer.
   *
   * @throws {EngineError} `no-such-leg`, `invalid-answer`
   */
  setAnswer(legId: LegId, reply: BrowserAnswer): Promise<void>
  /** Stores the browser's measurements for the next `quality` event of the leg. */
  reportBrowserStats(legId: LegId, stats: BrowserStats): Promise<void>

  /**
   * Adds a telephone leg. Resolves when dialling has started, not when the call is answered; events report
   * its progress.
   *
   * @throws {EngineError} `no-such-trunk`, `number-not-dialable`
   */
  dialOut(call: {
    /**
     * Id of the leg. A repeated request with the id of a leg that was dialled before, even if it has left, does
     * not dial again. By default the engine chooses one.
     */
    readonly legId?: LegId
    readonly to: PhoneNumber
    readonly through: TrunkId
    readonly as: CallerId
    /** Ring timeout, after which the leg leaves with `not-answered`. Default 60 s. */
    readonly ringTimeoutMs?: number
    /** Digits sent after the answer; a comma pauses for 1 s. */
    readonly postDialDigits?: string
  }): Promise<LegId>
  /**
   * Answers an incoming call and adds it as a leg. `leg-joined` follows.
   *
   * @throws {EngineError} `no-such-incoming`: the call has ended or was answered
   */
  answerIncoming(id: IncomingCallId): Promise<LegId>

  /**
   * Sets the legs a leg receives audio from. By default that is every other leg. Legs added later are not in
   * the list.
   */
  setAudioSources(legId: LegId, others: readonly LegId[] | 'everyone-else'): Promise<void>
  /**
   * A held leg receives music, and no other leg receives its audio. Releasing restores the previous routing.
   */
  setOnHold(legId: LegId, state: 'held' | 'released'): Promise<void>
  /** No other leg receives the audio of a muted leg, and it is recorded as silence. */
  setMuted(legId: LegId, state: 'muted' | 'unmuted'): Promise<void>

  /**
   * Sends DTMF digits to a telephone leg: `0-9 * # A-D`; a comma pauses for 1 s. Queued after digits still
   * being sent.
   */
  sendDigits(legId: LegId, digits: string): Promise<void>
  /**
   * Plays an announcement to the given legs, mixed over their audio. Ignores legs that have left. Resolves
   * when playback has ended or all of them have left. While a telephone holds us it receives nothing, and its
   * playback waits.
   *
   * @throws {EngineError} `media-unavailable`: a leg that is still there has not heard all of it
   */
  playAnnouncement(to: readonly LegId[] | 'everyone', announcement: Announcement): Promise<void>
  /**
   * Starts a recording. Each given leg is recorded into its own file in `directory`; no other leg is
   * recorded. While a recording runs, the legs are added to it, with silence up to now, so that all files of
   * a recording have the same start. Each file ends with a `recording-finished` event. Ignores legs that have
   * left; returns the recordings started.
   */
  startRecording(recording: {
    readonly legs: readonly LegId[] | 'everyone'
    readonly directory: string
  }): Promise<readonly StartedRecording[]>
  /** Stops the recording. Resolves with the finished files, including those of legs that have left. */
  stopRecording(): Promise<readonly RecordingLocation[]>

  /** Removes a leg. Does nothing when it has left. */
  hangUp(legId: LegId): Promise<void>
  /** Removes all legs. Idempotent. */
  close(): Promise<void>
}

export type EngineErrorCode =
  | 'engine-closed'
  | 'conference-closed'
  | 'conference-exists'
  | 'media-unavailable'
  | 'no-such-leg'
  | 'no-such-trunk'
  | 'no-such-incoming'
  | 'number-not-dialable'
  | 'invalid-answer'
  | 'invalid-dialog'

const errorMessages: Record<EngineErrorCode, string> = {
  'engine-closed': 'The call engine is closed.',
  'conference-closed': 'The conference is closed.',
  'conference-exists': 'A conference with this id is already open.',
  'media-unavailable': 'No media process is running.',
  'no-such-leg': 'Leg not found in the conference.',
  'no-such-trunk': 'Trunk not found.',
  'no-such-incoming': 'The incoming call has ended or was answered.',
  'number-not-dialable': 'The number cannot be dialled: only digits, plus, star and hash are allowed.',
  'invalid-answer': 'The answer of the browser is invalid.',
  'invalid-dialog': 'The stored dialog is malformed.',
}

/**
 * Thrown when the engine is misused or an operation comes too late. Failures of the telephone network are
 * reported by events instead.
 */
export class EngineError extends Error {
  override readonly name = 'EngineError'
  readonly code: EngineErrorCode

  constructor(code: EngineErrorCode, options?: ErrorOptions) {
    super(errorMessages[code], options)
    this.code = code
  }
}
