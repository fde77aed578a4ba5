import type { Conference } from '@parley/call-engine'
import type { LegQuality } from '@parley/contract/phone'
import type { StoredCall } from '../call-log/index.ts'

/** What is dialled as soon as the audio of the browser has arrived. */
export interface PendingDial {
  readonly to: string
  readonly through: string
  readonly from: string
  readonly postDialDigits: string | null
  /** The line of the calling limits that this takes. */
  readonly lineId: string
}

/** A call that this node holds, with what the database need not know of it. */
export interface LiveCall {
  /** Replaced, never changed. */
  stored: StoredCall
  conference: Conference | null
  /** Of a call that still rings here; null once it is answered, and for outgoing calls. */
  incomingId: string | null
  /** Whose browser is being brought in to answer. */
  answering: { readonly userId: string; readonly legId: string } | null
  readonly declinedBy: Set<string>
  pendingDial: PendingDial | null
  /** Which leg takes which line. */
  readonly lines: Map<string, string>
  readonly quality: Map<string, LegQuality>
  /** Legs that have heard the announcement of the recording that is on, or is about to begin. */
  readonly informed: Set<string>
  /** Goes up with each recording, so that the end of an old announcement starts nothing. */
  recordingTurn: number
  recordsWhenAnswered: boolean
  hasRecording: boolean
  readonly timers: Map<string, NodeJS.Timeout>
  /** Everything that changes the call waits for what came before it. */
  queue: Promise<unknown>
  /** Resolved when the call has ended and its record is whole. */
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

/** The calls that this node holds. */
export type LiveCalls = Map<string, LiveCall>

/** Runs `change` when everything before it is done, so that no two changes of one call overlap. */
export function serially<T>(live: LiveCall, change: () => Promise<T>): Promise<T> {
  const done = live.queue.then(change)
  live.queue = done.catch(() => undefined)
  return done
}

/** Does something later, unless the call ends or a timer of the same name is set. */
export function later(live: LiveCall, name: string, afterMs: number, action: () => void): void {
  clearTimeout(live.timers.get(name))
  live.timers.set(name, setTimeout(action, afterMs).unref())
}

export function notLater(live: LiveCall, name: string): void {
  clearTimeout(live.timers.get(name))
  live.timers.delete(name)
}
