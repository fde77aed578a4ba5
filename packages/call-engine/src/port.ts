import type { NumberedConferenceEvent } from './conference-event.ts'
import type { EngineEvent } from './engine-event.ts'
import type { ConferenceId, IncomingCallId, LegId, PhoneNumber, UserId } from './identifiers.ts'
import type { JsonValue } from './json-value.ts'
import type { PlayerSource } from './player-source.ts'
import type { RecordingLocation, RecoveredRecording, StartedRecording } from './recording.ts'
import type { TransferOutcome, TrunkConfig, TrunkId, TrunkState, TrunkTest } from './trunk.ts'

export * from './engine-error.ts'
export * from './player-source.ts'

/** Data the browser side of the same engine needs to connect its audio. Opaque to everyone else. */
export type JoinInformation = JsonValue
/** The browser side's answer to the join information. Opaque to everyone else. */
export type BrowserAnswer = JsonValue

/** Caller ID presented to the called party. */
export interface CallerId {
  readonly number: PhoneNumber
  readonly name: string | null
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
   * Events outside conferences. Events before the first reader are buffered for it; later readers
   * receive events from the time they start. Ends when the engine is closed.
   */
  readonly events: AsyncIterable<EngineEvent>

  /**
   * Opens an empty conference, with the given `id` if there is one. It closes 60 s after its last leg other than
   * players has left or detached, or on `close`.
   *
   * @throws {EngineError} `engine-closed`, `conference-exists`, `media-unavailable`
   */
  openConference(options?: {
    readonly id?: ConferenceId
    /** `wideband` for browser-only conferences. The default, `telephone`, costs a quarter of the CPU time. */
    readonly audio?: 'telephone' | 'wideband'
    /** As {@link Conference.setEmergency}. Default false. */
    readonly isEmergency?: boolean
    /** Whose call it is. The emergency calls of one owner get a part of the reserved ports only. */
    readonly ownerId?: string | null
  }): Promise<Conference>

  /**
   * Moves all legs of one conference to another one, with their settings, and closes the former. There each leg
   * leaves with `merged`. Legs that were recorded are recorded further, into other files; no other leg is. A leg
   * whose audio sources are set receives no other leg. Missing if the engine cannot merge conferences.
   *
   * @throws {EngineError} `conference-closed`: one of them is closed, or they are the same
   */
  mergeConferences?(into: ConferenceId, from: ConferenceId): Promise<void>
  /** Returns whether a merge can move all legs. Missing if each can. @throws {EngineError} as {@link mergeConferences} */
  canMoveAllLegs?(into: ConferenceId, from: ConferenceId): boolean

  /** Rejects an incoming call that is not a leg. Does nothing when it has ended or is a leg. */
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
  /** Decides which addresses of a `trunk-addresses-found` event its trunk uses. Ignored if a later lookup has replaced it. */
  grantTrunkAddresses(id: TrunkId, lookupId: string, addresses: readonly string[]): Promise<void>
  /**
   * Removes the registrations of all trunks; `useTrunk` registers none until `resumeTrunks`. Established calls continue.
   * Incoming calls are still reported, so that they can be rejected: a trunk that has not noticed may send some.
   */
  suspendTrunks(): Promise<void>
  /** Uses exactly these trunks from now on, and registers them. */
  resumeTrunks(configs: readonly TrunkConfig[]): Promise<void>
  /** Resolves to null for a trunk that is not in use. */
  trunkState(id: TrunkId): Promise<TrunkState | null>
  /** Tests a configuration, with its granted addresses, without applying it. Never throws for a failure of the trunk. */
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
 *
 * The caller chooses the id of each leg, so that it can store the leg before it adds it. A request that is
 * repeated with the id of a leg returns the result of the first one and has no further effect, also after the
 * leg has left. An id that another kind of request has used is rejected with `leg-exists`.
 */
export interface Conference extends AsyncDisposable {
  readonly id: ConferenceId
  /**
   * Always ends with a `closed` event, also when the engine is closed. Events before the first reader are
   * buffered for it; later readers receive events from the time they start.
   */
  readonly events: AsyncIterable<NumberedConferenceEvent>

  /**
   * Adds a browser leg. `leg-joined` follows when its audio arrives. A browser that does not connect within
   * 20 s of its last join information leaves with `media-lost`.
   *
   * @throws {EngineError} `leg-exists`
   */
  addBrowser(userId: UserId, legId: LegId): Promise<JoinInformation>
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
   * Sets whether an emergency service takes part: only then, browsers get ports that are reserved for emergency calls.
   * One with such a port loses it 10 s after the end, unless others have released ports, and can reconnect. A merge
   * sets it in the remaining conference. Does nothing when the conference is closed.
   */
  setEmergency(isEmergency: boolean): Promise<void>
  /**
   * Adds a telephone leg. Resolves when dialling has started, not when the call is answered; events report
   * its progress.
   *
   * @throws {EngineError} `no-such-trunk`, `number-not-dialable`, `leg-exists`, `no-such-transfer`
   */
  dialOut(call: {
    readonly legId: LegId
    readonly to: PhoneNumber
    readonly trunkId: TrunkId
    readonly as: CallerId
    /** Ring timeout, after which the leg leaves with `not-answered`. Default 60 s. */
    readonly ringTimeoutMs?: number
    /** Digits sent after the answer; a comma pauses for 1 s. */
    readonly postDialDigits?: string
    /** The leg of an emergency service is not ended for lack of audio from it, and its trunk cannot replace it. */
    readonly isEmergency?: boolean
    /**
     * The leg whose trunk has requested to be transferred to this number. It leaves with `transferred` when the
     * new leg is answered. Its trunk receives the progress.
     */
    readonly replacedLegId?: LegId
  }): Promise<void>
  /**
   * Refuses the transfer that the trunk of a leg has requested. `no-such-call`: one of its calls has ended.
   *
   * @throws {EngineError} `no-such-transfer`
   */
  refuseTransfer(legId: LegId, reason?: 'declined' | 'no-such-call'): Promise<void>
  /**
   * Reports to the trunk of a leg that the attended transfer it has requested is done, after its conference was
   * merged with that of the other leg. Both legs leave with `transferred`. Ignores a leg that has left.
   *
   * @throws {EngineError} `no-such-transfer`: the trunk has named another leg
   */
  completeTransfer(legId: LegId, otherLegId: LegId): Promise<void>
  /**
   * Asks the trunk of an answered telephone leg by REFER to connect its telephone with another number. Resolves
   * after three minutes at the latest.
   *
   * @throws {EngineError} `no-such-leg`, `number-not-dialable`
   */
  transferByRefer(legId: LegId, to: PhoneNumber): Promise<TransferOutcome>
  /**
   * Adds an incoming call as a leg that is not answered, and signals ringing to the caller's network. It has no
   * audio. A caller who hangs up leaves with `hung-up`; a call that waits for more than 120 s is rejected and
   * leaves with `not-answered`.
   *
   * @throws {EngineError} `no-such-incoming`: the call has ended or is another leg; `leg-exists`
   */
  addIncoming(id: IncomingCallId, legId: LegId): Promise<void>
  /**
   * Answers an incoming call. `leg-joined` follows. Does nothing when it is answered.
   *
   * @throws {EngineError} `no-such-leg`: the call has ended
   */
  answerIncoming(legId: LegId): Promise<void>
  /** Rejects an incoming call. Its leg leaves with `removed`. Does nothing when it has left or is answered. */
  rejectIncoming(legId: LegId, reason: RejectReason): Promise<void>

  /** Sets the legs a leg receives audio from. By default that is every other leg. Legs added later are not in the list. */
  setAudioSources(legId: LegId, others: readonly LegId[] | 'everyone-else'): Promise<void>
  /**
   * A held leg receives players only, and no other leg receives its audio. Releasing restores the previous
   * routing.
   *
   * @throws {EngineError} `no-such-leg`, like other commands: also while the leg is removed, before its `leg-left`
   */
  setOnHold(legId: LegId, state: 'held' | 'released'): Promise<void>
  /** No other leg receives the audio of a muted leg, and it is recorded as silence. */
  setMuted(legId: LegId, state: 'muted' | 'unmuted'): Promise<void>

  /** Sends DTMF digits to a telephone leg, after those still being sent: `0-9 * # A-D`; a comma pauses for 1 s. */
  sendDigits(legId: LegId, digits: string): Promise<void>
  /**
   * Adds a leg that plays audio to the given legs, mixed over their audio and also while they are held. It
   * receives none, and is recorded only when `startRecording` names it. While none of them receives audio, such
   * as a telephone that holds us, it waits. It leaves with
   *
   * - `played` at the end of its source, unless it repeats;
   * - `interrupted` at a digit of one of its listeners, with `stopOnDigit`;
   * - `removed` when all its listeners have left, or by `hangUp`;
   * - `media-lost` when its media process exits before the end, or it plays a file; an announcement that repeats, and
   *   the music of the engine, continue;
   * - `failed` when its source cannot be read.
   */
  addPlayer(player: {
    readonly legId: LegId
    readonly source: PlayerSource
    readonly to: readonly LegId[] | 'everyone'
    /** Default `once`. */
    readonly repeat?: 'once' | 'loop'
    readonly stopOnDigit?: boolean
  }): Promise<void>
  /**
   * Starts a recording. Each given leg is recorded into its own file in `directory`; no other leg is recorded, and no
   * player with 'everyone'. While a recording runs, the legs are added to it, with silence up to now: all its files
   * have the same start. Each file ends with a `recording-finished` event. Ignores legs that have left, or that were
   * replaced more often than `replacements` says (default 0; see `leg-replaced`). Returns the recordings started.
   */
  startRecording(recording: {
    readonly legs: readonly LegId[] | 'everyone'
    readonly directory: string
    readonly replacements?: Readonly<Record<LegId, number>>
  }): Promise<readonly StartedRecording[]>
  /**
   * Pauses or resumes the recording: while it is paused, all its files receive silence. A recording that starts
   * during a pause is paused. `stopRecording` ends the pause.
   */
  setRecordingPaused(state: 'paused' | 'resumed'): Promise<void>
  /** Stops the recording. Resolves with the finished files, including those of legs that have left. */
  stopRecording(): Promise<readonly RecordingLocation[]>

  /** Removes a leg. An incoming call that is not answered is rejected. Does nothing when the leg has left. */
  hangUp(legId: LegId): Promise<void>
  /** Removes all legs. Idempotent. */
  close(): Promise<void>
}
