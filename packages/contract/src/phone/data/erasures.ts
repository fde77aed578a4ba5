import { z } from 'zod'
import { definePhoneEndpoint } from '../define-endpoint.ts'
import { accountId, cursor, e164, epochMillis, id, pageLimit, rawPhoneNumber } from '../fields.ts'

/** Erasures of a workspace that run at the same time, without those that wait for the deletion of files only. */
export const maxRunningErasures = 20
/** Erasures of a workspace that are not complete. */
export const maxOpenErasures = 200

/** The data of a telephone number, or of a person who is no longer a member of the workspace. */
export const erasureSubject = z.union([
  z.strictObject({ number: rawPhoneNumber }),
  z.strictObject({ userId: accountId }),
])

export type ErasureSubject = z.infer<typeof erasureSubject>

const count = z.int().min(0)

/** Numbers of deleted data, by kind. */
export const erasureCounts = z.object({
  /** Entries of the call log that lose the number, or the name, of the person. */
  calls: count,
  recordings: count,
  /** Messages of callers. Their audio is among the recordings. */
  voicemails: count,
  /** Transcripts with their analyses. */
  transcripts: count,
  /** Calls whose notes and tags are deleted. */
  notes: count,
  comments: count,
  /** Stored copies of e-mails. */
  mails: count,
  contacts: count,
  /** Earlier states of contacts, with which changes and imports could be undone. */
  contactCopies: count,
  /** Files of contacts that were uploaded but not imported. */
  importFiles: count,
  rejectedCalls: count,
  /** Further mentions of the name of a former member. */
  names: count,
})

export type ErasureCounts = z.infer<typeof erasureCounts>
export type ErasureKind = keyof ErasureCounts

/**
 * Why an erasure is not complete, or ended with a part of the data only:
 *
 * - `calls-running`: calls that had begun before are not over, or ended a moment ago;
 * - `import-running`: contacts are being imported;
 * - `audio-not-deleted`: the files of recordings could not be deleted yet;
 * - `audio-lost`: it is complete, except for files of recordings on a node that has not run for a day;
 * - `failed`: the last attempt failed, and is repeated;
 * - `member-again`: it has ended early, because the former member is a member again.
 */
export const erasureProblem = z.enum([
  'calls-running',
  'import-running',
  'audio-not-deleted',
  'audio-lost',
  'failed',
  'member-again',
])

export const erasure = z.object({
  id,
  subject: z.enum(['number', 'user']),
  /** The last two digits of the number; null for a former member. */
  lastDigits: z.string().nullable(),
  /** A keyed hash of the number or the user id, which only this installation can compute. */
  fingerprint: z.string(),
  requestedAt: epochMillis,
  requestedBy: accountId,
  requestedByName: z.string().nullable(),
  /** Null until everything is deleted, or the erasure has ended early. */
  completedAt: epochMillis.nullable(),
  problem: erasureProblem.nullable(),
  counts: erasureCounts,
})

export type Erasure = z.infer<typeof erasure>

export const erasurePreview = z.object({
  /** The number in E.164; null for a former member. */
  number: e164.nullable(),
  /** The name of the former member; null for a number. */
  name: z.string().nullable(),
  counts: erasureCounts,
  /** Calls that run now. Their data is deleted when they have ended. */
  runningCalls: count,
  /** Calls of other telephones among `calls`, whose recordings are deleted too. */
  callsWithOthers: count,
  /** Further numbers of the contacts. The calls of these numbers remain. */
  otherNumbers: count,
  /** Settings with the number, which are not deleted. */
  remaining: z.object({ blockedNumbers: count, routing: count, forwardings: count }),
  /** When the same data was last erased; null if it never was. */
  erasedBeforeAt: epochMillis.nullable(),
})

export type ErasurePreview = z.infer<typeof erasurePreview>

const subjectErrors = [
  'NUMBER_NOT_UNDERSTOOD',
  'OWN_NUMBER_NOT_ERASED',
  'MEMBER_NOT_ERASED',
  'FORMER_MEMBER_NOT_FOUND',
] as const

export const previewErasure = definePhoneEndpoint({
  method: 'POST',
  path: '/erasures/preview',
  access: 'phone_admin',
  rateLimit: 'searches',
  summary: 'Count what an erasure would delete now. Nothing is saved.',
  body: z.object({ subject: erasureSubject }),
  response: erasurePreview,
  errors: [...subjectErrors],
})

export const requestErasure = definePhoneEndpoint({
  method: 'POST',
  path: '/erasures',
  access: 'phone_admin',
  rateLimit: 'changes',
  summary:
    'Erase the data of a number or of a former member. It is deleted after the response, and cannot be restored.',
  body: z.object({ subject: erasureSubject }),
  response: erasure,
  status: 201,
  errors: [...subjectErrors, 'ERASURE_RUNNING', 'ERASURE_LIMIT'],
})

export const listErasures = definePhoneEndpoint({
  method: 'GET',
  path: '/erasures',
  access: 'phone_admin',
  rateLimit: 'reads',
  summary: 'List the erasures of the workspace, the latest first.',
  query: z.object({ cursor: cursor.optional(), limit: pageLimit(100, 20) }),
  response: z.object({ items: z.array(erasure), nextCursor: cursor.nullable() }),
  errors: [],
})

export const getErasureReceipt = definePhoneEndpoint({
  method: 'GET',
  path: '/erasures/{erasure}/receipt',
  access: 'phone_admin',
  rateLimit: 'reads',
  summary:
    'Get the receipt of an erasure: what was deleted, when and by whom. It does not contain the number.',
  params: z.object({ erasure: id }),
  response: z.object({ workspaceId: id, erasure }),
  errors: ['ERASURE_NOT_FOUND'],
})

export const listFormerMembers = definePhoneEndpoint({
  method: 'GET',
  path: '/former-members',
  access: 'phone_admin',
  rateLimit: 'searches',
  summary: 'List the people whose data the workspace has and who are no longer members, up to 200, by name.',
  response: z.object({ items: z.array(z.object({ userId: accountId, name: z.string() })) }),
  errors: [],
})
