import { parseArgs } from 'node:util'
import type { AuditQuery, ListedEntry } from '@parley/account-service'
import { z } from 'zod'

const usualLimit = 100
const mostEntries = 10_000

/** A date without a time is midnight UTC. */
const moment = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })])
  .transform((text) => new Date(text))
  .refine((date) => !Number.isNaN(date.getTime()))
const limit = z.string().min(1).transform(Number).pipe(z.int().min(1).max(mostEntries))

export interface AuditListOrder {
  readonly query: AuditQuery
  readonly asJson: boolean
}

/** @throws {Error} with a message for the terminal that names the invalid option. */
export function readAuditList(words: readonly string[]): AuditListOrder {
  const { values } = parseArgs({
    args: [...words],
    options: {
      project: { type: 'string' },
      since: { type: 'string' },
      limit: { type: 'string', default: String(usualLimit) },
      json: { type: 'boolean', default: false },
    },
  })
  if (values.project === '') throw new Error('--project expects the id of a project, or phone.')
  const since = values.since === undefined ? undefined : moment.safeParse(values.since)
  if (since && !since.success)
    throw new Error('--since expects a date or a time, such as 2026-11-21 or 2026-11-21T08:30:00Z.')
  const count = limit.safeParse(values.limit)
  if (!count.success) throw new Error(`--limit expects a whole number from 1 to ${mostEntries}.`)
  return {
    query: { project: values.project, since: since?.data, limit: count.data },
    asJson: values.json,
  }
}

/** Formats an entry as a line with tab-separated columns: time, actor, action, outcome, subject, IP; `-` for none. */
export function auditLine({ at, actor, action, outcome, subject, ip }: ListedEntry): string {
  const parts = [at.toISOString(), named(actor), action, outcome, named(subject), ip ?? '-']
  return parts.map(withoutControls).join('\t')
}

/** Formats an entry as a line of JSON with all fields of {@link ListedEntry}; the IP address is named `address`. */
export function auditJson({ ip, ...entry }: ListedEntry): string {
  return withoutControls(JSON.stringify({ ...entry, address: ip }))
}

function named(who: { readonly type: string; readonly id: string | null } | null): string {
  if (!who) return '-'
  return who.id === null ? who.type : `${who.type} ${who.id}`
}

/** Escapes control characters: parts of the log come from clients, and a terminal interprets them. */
function withoutControls(text: string): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  return text.replace(/\p{C}/gu, (character) => character.split('').map(escaped).join(''))
}
