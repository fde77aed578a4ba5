import { z } from 'zod'
import { definePhoneEndpoint } from '../define-endpoint.ts'
import { accountId, cursor, epochMillis, id, legId, pageLimit, workspaceLanguage } from '../fields.ts'

/**
 * The end of an announcement:
 *
 * - `played`: it was played to its end;
 * - `interrupted`: the participant left, or was replaced, before;
 * - `failed`: it could not be played to its end;
 * - `unknown`: it has not ended yet, or the server stopped meanwhile.
 */
export const announcementOutcome = z.enum(['played', 'interrupted', 'failed', 'unknown'])

/** An announcement that a call is recorded, to one participant. */
export const ledgerEntry = z.object({
  id,
  callId: id,
  callStartedAt: epochMillis,
  legId,
  /** The participant: a member, or another party with a number. All are null when the data was erased. */
  userId: accountId.nullable(),
  userName: z.string().nullable(),
  number: z.string().nullable(),
  /** The uploaded announcement that was played; null for that of Parley. */
  announcementId: id.nullable(),
  /** The language of the announcement of Parley; null for an uploaded one. */
  language: workspaceLanguage.nullable(),
  /** The SHA-256 hash of the audio file, in hex; null when it could not be read. */
  sha256: z.string().nullable(),
  startedAt: epochMillis,
  /** Null while it is played, and when its end is not known. */
  endedAt: epochMillis.nullable(),
  outcome: announcementOutcome,
})

export type LedgerEntry = z.infer<typeof ledgerEntry>

const filters = z.object({
  /** `incomplete`: all that were not played to their end. */
  filter: z.enum(['all', 'played', 'incomplete']).default('all'),
  from: z.coerce.number().int().min(0).optional(),
  until: z.coerce.number().int().min(0).optional(),
})

export const listCallAnnouncements = definePhoneEndpoint({
  method: 'GET',
  path: '/calls/{call}/announcements',
  access: 'member',
  rateLimit: 'reads',
  summary: 'List to whom it was announced that a call is recorded, the earliest first, up to 500.',
  params: z.object({ call: id }),
  response: z.object({ items: z.array(ledgerEntry) }),
  errors: ['CALL_NOT_FOUND'],
})

export const listAnnouncementLedger = definePhoneEndpoint({
  method: 'GET',
  path: '/recording-announcements',
  access: 'phone_admin',
  rateLimit: 'searches',
  summary: 'List to whom it was announced that calls are recorded, the latest first.',
  query: filters.extend({ cursor: cursor.optional(), limit: pageLimit(200, 50) }),
  response: z.object({ items: z.array(ledgerEntry), nextCursor: cursor.nullable() }),
  errors: [],
})

export const exportAnnouncementLedger = definePhoneEndpoint({
  method: 'GET',
  path: '/recording-announcements/csv',
  access: 'phone_admin',
  rateLimit: 'exports',
  summary: 'Export to whom it was announced that calls are recorded as CSV, the latest first.',
  query: filters,
  errors: [],
})
