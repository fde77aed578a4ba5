import { parseArgs } from 'node:util'
import type { AuditQuery, ListedEntry } from '@parley/account-service'
import { z } from 'zod'

const usualLimit = 100
const mostEntries = 10_000

/** A day begins at midnight UTC. */
const moment = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })])
  .transform((text) => new Date(text))
  .refine((date) => !Number.isNaN(date.getTime()))
const limit = z.string().min(1).transform(Number).pipe(z.int().min(1).max(mostEntries))

export interface AuditListOrder {
  readonly query: AuditQuery
  readonly asJson: boolean
}

/** @throws {Error} with a sentence for the terminal that names the option which is wrong. */
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
  if (values.project === '') throw new Error('--project takes the id of a project, or phone.')
  const since = values.since === undefined ? undefined : moment.safeParse(values.since)
  if (since && !since.success)
    throw new Error('--since takes a day or a moment, as 2026-11-21 or 2026-11-21T08:30:00Z.')
  const count = limit.safeParse(values.limit)
  if (!count.success) throw new Error(`--limit takes a whole number of entries, from 1 to ${mostEntries}.`)
  return {
    query: { project: values.project, since: since?.data, limit: count.data },
    asJson: values.json,
  }
}

/** An entry as a line: when, who, what, how it went, to whom or what, from where; parted by tabs, `-` for nothing. */
export function auditLine({ at, actor, action, outcome, subject, ip }: ListedEntry): string {
  const parts = [at.toISOString(), named(actor), action, outcome, named(subject), ip ?? '-']
  return parts.map(withoutControls).join('\t')
}

/** An entry as a line of JSON: all of {@link ListedEntry}, with `address` for where the call came from. */
export function auditJson({ ip, ...entry }: ListedEntry): string {
  return withoutControls(JSON.stringify({ ...entry, address: ip }))
}

function named(who: { readonly type: string; readonly id: string | null } | null): string {
  if (!who) return '-'
  return who.id === null ? who.type : `${who.type} ${who.id}`
}

/** Parts of the log are what strangers sent, and a terminal obeys characters that it does not show. */
function withoutControls(text: string): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  return text.replace(/\p{C}/gu, (character) => character.split('').map(escaped).join(''))
}
