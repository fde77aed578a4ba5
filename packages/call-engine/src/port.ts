import type { ConferenceEvent } from './conference-event.ts'
import type { EngineEvent } from './engine-event.ts'
import type { TrunkConfig, TrunkId, TrunkState, TrunkTest } from './trunk.ts'

export type ConferenceId = string
export type LegId = string
/** Whoever sits at a browser; the engine only hands it back. */
export type PersonId = string
export type IncomingId = string
/** E.164 with its plus, or what a trunk delivers instead: short codes, an extension. */
export type PhoneNumber = string

export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue }

/** What the browser side of the same engine needs to bring its audio in. Nobody else reads it. */
export type JoinInformation = JsonValue
/** What the browser side answered. Nobody else reads it. */
export type JoinReply = JsonValue

/** Where the audio of one leg lies: a WAV file, 16-bit mono PCM of 8 or 16 kHz. */
export interface RecordingLocation {
  readonly legId: LegId
  readonly file: string
  /** Epoch milliseconds of the first sample; the same for all files of one recording. */
  readonly startedAt: number
  readonly durationMs: number
}

/** A recording that an earlier process left unfinished, now with a right header. */
export interface RecoveredRecording {
  readonly file: string
  readonly durationMs: number
  readonly sizeBytes: number
}

/** What a called one sees of the caller. */
export interface CallerId {
  readonly number: PhoneNumber
  readonly name: string | null
}

/** Phrases that the engine can say. */
export type AnnouncementName = 'recording-starts' | 'recording-stops'

/** BCP 47 tags of the languages it can say them in; another language falls back to its base, then to English. */
export type AnnouncementLanguage = 'de-DE' | 'en-US' | 'es-419' | 'es-ES' | 'fr-CA'

export interface Announcement {
  readonly name: AnnouncementName
  readonly language: AnnouncementLanguage
}

/** What the browser of a leg measured. Null where it could not. */
export interface BrowserStats {
  readonly roundTripMs: number | null
  readonly jitterMs: number | null
  readonly lossPercent: number | null
}

/** Why an incoming call is not taken. The caller's network is told. */
export type IncomingRefusal = 'declined' | 'busy' | 'not-answered' | 'number-unknown' | 'not-now'

/**
 * Moves media between browsers and the telephone network.
 *
 * What an implementation (embedded/, a LiveKit server) promises is written as tests in conformance.ts;
 * nothing may rely on more than that.
 *
 * Closing travels down and events travel up: closing the engine closes its conferences, a conference its legs; every
 * leg has said that it left before its conference says `closed`; nothing speaks after that.
 */
export interface CallEngine extends AsyncDisposable {
  /**
   * Incoming calls and the state of trunks. Events from before the first reader are kept for it; a further reader
   * hears what happens after it began. Ends when the engine is closed.
   */
  readonly events: AsyncIterable<EngineEvent>

  /**
   * Opens an empty conference, under `id` when one is given. It closes by itself 60 s after its last leg has left or
   * has been detached, or at once when told.
   *
   * @throws {EngineError} `engine-closed`, `conference-exists`, `media-unavailable`
   */
  openConference(options?: {
    readonly id?: ConferenceId
    /** `wideband` where only browsers will meet; `telephone`, when left out, costs a quarter. */
    readonly audio?: 'telephone' | 'wideband'
  }): Promise<Conference>

  /** The open conference of that id, or null. */
  findConference(id: ConferenceId): Conference | null

  /** Tells the caller's network that it rings here. Without this a caller hears nothing. */
  ringIncoming(id: IncomingId): Promise<void>
  /** Refuses an incoming call. One that is over or has been answered is left alone. */
  refuseIncoming(id: IncomingId, reason: IncomingRefusal): Promise<void>

  /** Begins to use a trunk, or goes on with its changed configuration. Calls that are up stay up. */
  useTrunk(config: TrunkConfig): Promise<void>
  /** Takes its registration back and stops listening to it. Calls that are up stay up. */
  removeTrunk(id: TrunkId): Promise<void>
  trunkState(id: TrunkId): TrunkState | null
  /** Tries a configuration, in use or not, and changes nothing. Never throws for what the trunk does. */
  testTrunk(config: TrunkConfig): Promise<TrunkTest>

  /**
   * Mends the headers of recordings below `directory` that a process which died left unfinished. What had reached the
   * disk is kept. To be called at start, before the first conference.
   */
  recoverRecordings(directory: string): Promise<readonly RecoveredRecording[]>
}

/** One conversation. Every participant is a leg; who hears whom is the model, and hold is a setting of it. */
export interface Conference extends AsyncDisposable {
  readonly id: ConferenceId
  /**
   * Ends with a `closed` event, always, even when the engine is closed under it. Events from before the first reader
   * are kept for it; a further reader hears what happens after it began.
   */
  readonly events: AsyncIterable<ConferenceEvent>

  /**
   * Makes room for a browser. `leg-joined` follows when its audio has arrived; a browser that does not come within
   * 60 s has left with `media-lost`.
   */
  admitBrowser(who: PersonId): Promise<{ readonly legId: LegId; readonly joinInformation: JoinInformation }>
  /**
   * Makes room for the same leg again, after a reload or a change of network. The former connection is dropped when
   * the further one has its audio; `leg-reattached` follows where the leg was detached.
   *
   * @throws {EngineError} `no-such-leg`
   */
  reattachBrowser(legId: LegId): Promise<JoinInformation>
  /**
   * Hands over what the browser side answered.
   *
   * @throws {EngineError} `no-such-leg`, `reply-not-understood`
   */
  acceptReply(legId: LegId, reply: JoinReply): Promise<void>
  /** Takes in what the browser measured; it shows in the next `quality` event of the leg. */
  reportBrowserStats(legId: LegId, stats: BrowserStats): Promise<void>

  /**
   * Adds a telephone. Resolves when dialling has begun, not when it is answered; what becomes of it is told by events.
   *
   * @throws {EngineError} `no-such-trunk`, `number-not-dialable`
   */
  dialOut(call: {
    readonly to: PhoneNumber
    readonly through: TrunkId
    readonly as: CallerId
    /** How long it may ring before it has left as `not-answered`. 60 s when left out. */
    readonly ringTimeoutMs?: number
    /** Keys sent after the answer; a comma waits 1 s. */
    readonly postDialDigits?: string
  }): Promise<LegId>
  /**
   * Answers an incoming call into this conference. `leg-joined` follows.
   *
   * @throws {EngineError} `no-such-incoming`: it is over, or has been answered
   */
  answerIncoming(id: IncomingId): Promise<LegId>

  /** Says whom a leg hears. Without it a leg hears every other one. Legs that come later are not in the list. */
  setHears(legId: LegId, others: readonly LegId[] | 'everyone-else'): Promise<void>
  /** Held legs hear music and are heard by nobody; released ones hear and are heard as before. */
  setOnHold(legId: LegId, state: 'held' | 'released'): Promise<void>
  /** A muted leg is heard by nobody and recorded as silence. */
  setMuted(legId: LegId, state: 'muted' | 'unmuted'): Promise<void>

  /** Sends keys to a telephone: `0-9 * # A-D`, a comma waits 1 s. Queued behind those still being sent. */
  sendDigits(legId: LegId, digits: string): Promise<void>
  /**
   * Plays to the legs named, over what they hear; those that have left meanwhile are left out. Resolves when it has
   * ended or they have all left.
   */
  playAnnouncement(to: readonly LegId[] | 'everyone', announcement: Announcement): Promise<void>
  /**
   * Begins a recording: each leg named is written into a file of its own in `directory`, and nothing else is. While one
   * runs, the legs are added to it instead; their files are silent up to now. All files of a recording begin at the
   * same moment. Each file ends with a `recording-finished` event. Legs that have left meanwhile are left out: the
   * recordings begun are those answered.
   */
  startRecording(recording: {
    readonly legs: readonly LegId[] | 'everyone'
    readonly directory: string
  }): Promise<readonly StartedRecording[]>
  /** Ends the recording; resolves when its files are whole, to them and to those of legs that had left. */
  stopRecording(): Promise<readonly RecordingLocation[]>

  /** Puts one leg out. One that has already left is left alone. */
  hangUp(legId: LegId): Promise<void>
  /** Puts everyone out. Closing twice is allowed and does nothing. */
  close(): Promise<void>
}

export interface StartedRecording {
  readonly legId: LegId
  readonly file: string
  /** Epoch milliseconds of the first sample. */
  readonly startedAt: number
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
  | 'reply-not-understood'

const errorMessages: Record<EngineErrorCode, string> = {
  'engine-closed': 'The call engine has been closed.',
  'conference-closed': 'The conference has been closed.',
  'conference-exists': 'A conference of that id is open.',
  'media-unavailable': 'No media process is running.',
  'no-such-leg': 'No such leg is in the conference.',
  'no-such-trunk': 'No such trunk is in use.',
  'no-such-incoming': 'The incoming call is over, or has been answered.',
  'number-not-dialable': 'That cannot be dialled: only digits, plus, star and hash can.',
  'reply-not-understood': 'The reply of the browser was not understood.',
}

/** A misuse of the engine, or something that came too late. What a telephone network does is told by events instead. */
export class EngineError extends Error {
  override readonly name = 'EngineError'
  readonly code: EngineErrorCode

  constructor(code: EngineErrorCode, options?: ErrorOptions) {
    super(errorMessages[code], options)
    this.code = code
  }
}
