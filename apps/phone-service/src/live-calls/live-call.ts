import type { Conference } from '@parley/call-engine'
import type { LegQuality } from '@parley/contract/phone'
import type { StoredCall } from '../call-log/index.ts'

/** A number to dial as soon as the audio of the browser has connected. */
export interface PendingDial {
  readonly to: string
  readonly through: string
  readonly from: string
  readonly postDialDigits: string | null
  /** The reserved call slot. */
  readonly lineId: string
}

/** An active call of this node, with the state that is not stored in the database. */
export interface LiveCall {
  /** Replaced, never mutated. */
  stored: StoredCall
  conference: Conference | null
  /** Set while an incoming call rings; null once it is answered, and for outgoing calls. */
  incomingId: string | null
  /** The user and browser leg that are answering the call. */
  answering: { readonly userId: string; readonly legId: string } | null
  readonly declinedBy: Set<string>
  pendingDial: PendingDial | null
  /** Call slot ids by leg id. */
  readonly lines: Map<string, string>
  readonly quality: Map<string, LegQuality>
  /** Ids of the legs that have heard the announcement of the current recording. */
  readonly informed: Set<string>
  /** Incremented for each recording, so that the end of an outdated announcement has no effect. */
  recordingTurn: number
  recordsWhenAnswered: boolean
  hasRecording: boolean
  readonly timers: Map<string, NodeJS.Timeout>
  /** The tail of the queue of changes. */
  queue: Promise<unknown>
  /** Resolves when the call has ended and its record is final. */
  readonly finished: PromiseWithResolvers<void>
}

export function newLiveCall(stored: StoredCall): LiveCall {
  return {
    stored,
    conference: null,
    incomingId: null,
    answering: null,
    declinedBy: new Set(),
    pendingDial: null,
    lines: new Map(),
    quality: new Map(),
    informed: new Set(),
    recordingTurn: 0,
    recordsWhenAnswered: false,
    hasRecording: false,
    timers: new Map(),
    queue: Promise.resolve(),
    finished: Promise.withResolvers<void>(),
  }
}

/** The active calls of this node, by id. */
export type LiveCalls = Map<string, LiveCall>

/** Runs `change` after all earlier changes of the call, so that no two of them overlap. */
export function serially<T>(session: LiveCall, change: () => Promise<T>): Promise<T> {
  const done = session.queue.then(change)
  session.queue = done.catch(() => undefined)
  return done
}

/** Sets a timer of the call. It replaces a timer of the same name and is cleared when the call ends. */
export function later(session: LiveCall, name: string, afterMs: number, action: () => void): void {
  clearTimeout(session.timers.get(name))
  session.timers.set(name, setTimeout(action, afterMs).unref())
}

export function notLater(session: LiveCall, name: string): void {
  clearTimeout(session.timers.get(name))
  session.timers.delete(name)
}
