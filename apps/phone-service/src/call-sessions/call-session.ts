import type { Conference } from '@parley/call-engine'
import type { LegQuality } from '@parley/contract/phone'
import type { StoredCall } from '../call-log/index.ts'

/** A number to dial as soon as the audio of the browser has connected. */
export interface PendingDial {
  readonly to: string
  readonly trunkId: string
  readonly from: string
  readonly postDialDigits: string | null
  /** The reserved call slot. */
  readonly slotId: string
}

/** An active call of this node, with the state that is not stored in the database. */
export interface CallSession {
  /** Replaced, never mutated. */
  stored: StoredCall
  conference: Conference | null
  /** Set while an incoming call rings; null once it is answered, and for outgoing calls. */
  incomingId: string | null
  /** The user and browser leg that are answering the call. */
  answeringLeg: { readonly userId: string; readonly legId: string } | null
  readonly declinedBy: Set<string>
  pendingDial: PendingDial | null
  /** Call slot ids by leg id. */
  readonly slotIdsByLeg: Map<string, string>
  readonly quality: Map<string, LegQuality>
  /** Ids of the legs that have heard the announcement of the current recording. */
  readonly announcedLegs: Set<string>
  /** Incremented for each recording, so that the end of an outdated announcement has no effect. */
  recordingGeneration: number
  recordOnAnswer: boolean
  hasRecording: boolean
  readonly timers: Map<string, NodeJS.Timeout>
  /** The tail of the queue of changes. */
  queue: Promise<unknown>
  /** Resolves when the call has ended and its record is final. */
  readonly finished: PromiseWithResolvers<void>
}

export function createCallSession(stored: StoredCall): CallSession {
  return {
    stored,
    conference: null,
    incomingId: null,
    answeringLeg: null,
    declinedBy: new Set(),
    pendingDial: null,
    slotIdsByLeg: new Map(),
    quality: new Map(),
    announcedLegs: new Set(),
    recordingGeneration: 0,
    recordOnAnswer: false,
    hasRecording: false,
    timers: new Map(),
    queue: Promise.resolve(),
    finished: Promise.withResolvers<void>(),
  }
}

/** The active calls of this node, by id. */
export type CallSessions = Map<string, CallSession>

/** Runs `change` after all earlier changes of the call, so that no two of them overlap. */
export function runExclusive<T>(session: CallSession, change: () => Promise<T>): Promise<T> {
  const done = session.queue.then(change)
  session.queue = done.catch(() => undefined)
  return done
}

/** Sets a timer of the call. It replaces a timer of the same name and is cleared when the call ends. */
export function setTimer(session: CallSession, name: string, afterMs: number, action: () => void): void {
  clearTimeout(session.timers.get(name))
  session.timers.set(name, setTimeout(action, afterMs).unref())
}

export function clearTimer(session: CallSession, name: string): void {
  clearTimeout(session.timers.get(name))
  session.timers.delete(name)
}
