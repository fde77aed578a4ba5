import { parseArgs } from 'node:util'
import type { AuditQuery } from '@parley/account-service'
import type { ListedAuditEntry } from '@parley/server/audit'
import { z } from 'zod'

const defaultLimit = 100
const maxEntries = 10_000

/** A date without a time is midnight UTC. */
const dateTime = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })])
  .transform((text) => new Date(text))
  .refine((date) => !Number.isNaN(date.getTime()))
const limitSchema = z.string().min(1).transform(Number).pipe(z.int().min(1).max(maxEntries))

export interface AuditListArguments {
  readonly query: AuditQuery
  readonly asJson: boolean
}

/** @throws {Error} with a message for the terminal that names the invalid option. */
export function parseAuditListArguments(words: readonly string[]): AuditListArguments {
  const { values } = parseArgs({
    args: [...words],
    options: {
      project: { type: 'string' },
      since: { type: 'string' },
      limit: { type: 'string', default: String(defaultLimit) },
      json: { type: 'boolean', default: false },
    },
  })
  if (values.project === '') throw new Error('--project expects the id of a project, or phone.')
  const since = values.since === undefined ? undefined : dateTime.safeParse(values.since)
  if (since && !since.success)
    throw new Error('--since expects a date or a time, such as 2026-11-21 or 2026-11-21T08:30:00Z.')
  const count = limitSchema.safeParse(values.limit)
  if (!count.success) throw new Error(`--limit expects a whole number from 1 to ${maxEntries}.`)
  return {
    query: { project: values.project, since: since?.data, limit: count.data },
    asJson: values.json,
  }
}

/**
 * Formats an entry as a line with tab-separated columns: time, actor, action, outcome, subject, IP; `-` for
 * none.
 */
export function formatAuditLine({ at, actor, action, outcome, subject, ip }: ListedAuditEntry): string {
  const parts = [at.toISOString(), formatActor(actor), action, outcome, formatActor(subject), ip ?? '-']
  return parts.map(escapeControls).join('\t')
}

/**
 * Formats an entry as a line of JSON with all fields of {@link ListedAuditEntry}; the IP address is named
 * `address`.
 */
export function formatAuditJson({ ip, ...entry }: ListedAuditEntry): string {
  return escapeControls(JSON.stringify({ ...entry, address: ip }))
}

function formatActor(who: { readonly type: string; readonly id: string | null } | null): string {
  if (!who) return '-'
  return who.id === null ? who.type : `${who.type} ${who.id}`
}

/** Escapes control characters: parts of the log come from clients, and a terminal interprets them. */
function escapeControls(text: string): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  return text.replace(/\p{C}/gu, (character) => character.split('').map(escaped).join(''))
}
