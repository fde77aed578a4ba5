import { sql } from 'kysely'

/** A node takes a piece of work for this long. */
export interface Lease {
  readonly nodeId: string
  readonly now: Date
  readonly until: Date
}

/** The end of an attempt. `waiting`: the work is taken again at `dueAt`. */
export type AttemptEnd =
  | { readonly state: 'waiting'; readonly dueAt: Date; readonly problem: string | null }
  | { readonly state: 'failed'; readonly problem: string }
  | { readonly state: 'done' }

/** Attempts in succession that did not end, because their process did. */
const maxUnendedAttempts = 3

/** Work that is due, and that no other node is doing. */
export const isDue = (now: Date) =>
  sql<boolean>`work.state = 'waiting' and work.due_at <= ${now} and coalesce(work.leased_until, ${now}) <= ${now}`

/** Returns the columns of work that a node takes. */
export function toTakeColumns({ nodeId, until }: Lease) {
  return {
    leased_by: nodeId,
    leased_until: until,
    attempts: sql<number>`attempts + 1`,
    unended_attempts: sql<number>`unended_attempts + 1`,
  }
}

/**
 * Returns whether work that a node has just taken may be what ended the processes that took it before. It would end each
 * one after its start.
 *
 * @param unendedAttempts Including this one.
 */
export function hasTooManyUnendedAttempts(unendedAttempts: number): boolean {
  return unendedAttempts > maxUnendedAttempts
}
