import { z } from 'zod'
import { definePhoneEndpoint } from '../define-endpoint.ts'
import { accountId, epochMillis, id, success } from '../fields.ts'
import { visibility } from './contacts.ts'

/** Size of an imported file. */
export const maxFileBytes = 16 * 1024 * 1024
/** As many as a workspace may have contacts by default. */
export const maxRows = 100_000
export const maxColumns = 200
/** Numbers and e-mails of all rows, and of the contacts that they belong to. */
export const maxEntries = 300_000
/** Rows of the preview. */
export const maxPreviewRows = 50
/** Rejected rows of the preview. The CSV contains all of them. */
export const maxListedRejections = 500
/** How long an import can be undone. */
export const undoDays = 7

/** The part of a contact that a column of a CSV file contains. `none` is left out. */
export const importField = z.enum([
  'name',
  'first-name',
  'last-name',
  'company',
  'role',
  'phone',
  /** The label of the phone column with the same position among those of its kind. */
  'phone-label',
  'email',
  'email-label',
  'tags',
  'notes',
  /** The custom field with the id `customField`. */
  'custom',
  'none',
])

/** The label of the numbers or e-mails of a column. `other`: none. */
export const labelKind = z.enum(['mobile', 'work', 'home', 'fax', 'other'])

const columnTarget = z.object({
  field: importField,
  label: labelKind.default('other'),
  customField: id.optional(),
})

/** Why a target is suggested: the header of the column, its digits, an at sign, or none. */
const suggestionReason = z.enum(['header', 'digits', 'at-sign', 'none'])

const importColumn = z.object({
  name: z.string(),
  /** The first value that is not empty. */
  sample: z.string(),
  target: columnTarget,
  reason: suggestionReason,
})

/** The texts that become labels of numbers and e-mails, in the language of the user. */
const labelTexts = z.object({
  mobile: z.string().trim().max(50),
  work: z.string().trim().max(50),
  home: z.string().trim().max(50),
  fax: z.string().trim().max(50),
})

export const importCounts = z.object({
  /** Contacts that are created. */
  new: z.int(),
  /** Contacts that exist and are changed. */
  updated: z.int(),
  /** Rows that change nothing, or that belong to the contact of another row. */
  same: z.int(),
  rejected: z.int(),
})

export const importStatus = z.enum(['draft', 'running', 'done', 'failed', 'undone'])

export const importFailure = z.enum([
  'CONTACT_LIMIT',
  'CONTACT_PRIVATE_LIMIT',
  'CONTACT_FILE_TOO_MANY_ENTRIES',
  'CONTACT_QUOTA_REACHED',
  'DISK_FULL',
  'UNSUPPORTED_ERROR',
])

/** An import of contacts by a user. */
export const contactImport = z.object({
  id,
  /** The user who imports. */
  userId: accountId,
  status: importStatus,
  fileName: z.string(),
  format: z.enum(['csv', 'vcard']),
  encoding: z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252']),
  /** Null for a vCard. */
  delimiter: z.enum([',', ';', '\t', '|']).nullable(),
  hasHeader: z.boolean(),
  /** Without the header. */
  rowCount: z.int(),
  /** Empty for a vCard, whose properties have fixed targets, and for the import of another user. */
  columns: z.array(importColumn),
  visibility,
  createdAt: epochMillis,
  /** From 0 to 100, while the import runs. */
  progress: z.int(),
  counts: importCounts.nullable(),
  failure: importFailure.nullable(),
  /** Until when it can be undone; null when it cannot. */
  undoableUntil: epochMillis.nullable(),
  /** The result of undoing it. */
  undone: z
    .object({
      deleted: z.int(),
      restored: z.int(),
      /** Contacts that were edited since. */
      retained: z.int(),
    })
    .nullable(),
})

export type ContactImport = z.infer<typeof contactImport>

export const rejectionReason = z.enum([
  'name-missing',
  'number-not-understood',
  'email-not-valid',
  /** A custom field does not have a value of its type. */
  'value-not-valid',
  'wrong-number-of-columns',
  /** Another contact has the number. It may be one that the user cannot see. */
  'number-taken',
  /** A field, or a list of numbers, e-mails or tags, is longer than a contact allows. */
  'too-long',
  /** A vCard that is broken, or of a version before 3.0. */
  'vcard-not-understood',
])

const rejectedRow = z.object({
  /** Counted from 1. Of a vCard, its first line. */
  line: z.int(),
  name: z.string(),
  reason: rejectionReason,
  /** The text that is wrong, or empty. */
  value: z.string(),
})

const previewRow = z.object({
  line: z.int(),
  name: z.string(),
  company: z.string(),
  phones: z.array(z.string()),
  emails: z.array(z.string()),
  /** `merged`: belongs to the contact of an earlier row. */
  result: z.enum(['new', 'updated', 'same', 'merged', 'rejected']),
  /** The parts of the contact that the row adds. */
  adds: z.array(z.enum(['company', 'role', 'phones', 'emails', 'tags', 'notes', 'custom'])),
})

const params = z.object({ import: id })

export const createContactImport = definePhoneEndpoint({
  method: 'POST',
  path: '/contact-imports',
  access: 'member',
  rateLimit: 'contact-imports',
  summary:
    'Upload a CSV or vCard file (3.0 or 4.0) as application/octet-stream. Replaces the draft of the user, which is deleted after an hour.',
  maxBodyBytes: maxFileBytes,
  status: 201,
  query: z.object({ fileName: z.string().max(200).default('') }),
  body: z.instanceof(Uint8Array),
  response: contactImport,
  errors: [
    'CONTACT_FILE_NOT_UNDERSTOOD',
    'CONTACT_FILE_UNREADABLE',
    'CONTACT_FILE_EMPTY',
    'CONTACT_FILE_TOO_MANY_ROWS',
    'CONTACT_FILE_TOO_MANY_COLUMNS',
    'CONTACT_IMPORT_SPACE',
    'CONTACT_IMPORT_RUNNING',
    'DISK_FULL',
  ],
})

export const listContactImports = definePhoneEndpoint({
  method: 'GET',
  path: '/contact-imports',
  access: 'member',
  rateLimit: 'reads',
  summary:
    "List the user's imports of the last seven days in the workspace, newest first. Administrators also get those of other members that have changed shared contacts.",
  response: z.object({ items: z.array(contactImport) }),
  errors: [],
})

export const getContactImport = definePhoneEndpoint({
  method: 'GET',
  path: '/contact-imports/{import}',
  access: 'member',
  rateLimit: 'reads',
  summary: 'Get an import of the list, with its progress.',
  params,
  response: contactImport,
  errors: ['CONTACT_IMPORT_NOT_FOUND'],
})

export const previewContactImport = definePhoneEndpoint({
  method: 'PUT',
  path: '/contact-imports/{import}/mapping',
  access: 'member',
  rateLimit: 'contact-previews',
  summary: 'Set the mapping and the visibility of a draft. Returns a preview of the import.',
  params,
  body: z.object({
    /** One for each column of a CSV file; none for a vCard. */
    targets: z.array(columnTarget).max(maxColumns),
    hasHeader: z.boolean(),
    visibility,
    labels: labelTexts,
  }),
  response: z.object({
    contactImport,
    counts: importCounts,
    rows: z.array(previewRow),
    rejected: z.array(rejectedRow),
    /** Why the import would fail; null when it would not. */
    problem: z.enum(['CONTACT_LIMIT', 'CONTACT_PRIVATE_LIMIT', 'CONTACT_QUOTA_REACHED']).nullable(),
    /** The size of the contacts of the workspace before and after the import, and its maximum. */
    space: z.object({ usedBytes: z.int(), afterBytes: z.int(), maxBytes: z.int() }),
  }),
  errors: ['CONTACT_IMPORT_NOT_FOUND', 'CONTACT_FILE_EMPTY', 'CONTACT_FILE_TOO_MANY_ENTRIES'],
})

export const getRejectedRows = definePhoneEndpoint({
  method: 'GET',
  path: '/contact-imports/{import}/rejected/csv',
  access: 'member',
  rateLimit: 'exports',
  summary: 'Get the rejected rows of a draft as CSV.',
  params,
  response: z.object({ csv: z.string() }),
  errors: ['CONTACT_IMPORT_NOT_FOUND', 'CONTACT_FILE_TOO_MANY_ENTRIES'],
})

export const runContactImport = definePhoneEndpoint({
  method: 'POST',
  path: '/contact-imports/{import}/run',
  access: 'member',
  rateLimit: 'contact-imports',
  summary: 'Start the import of a draft. All of its contacts are saved, or none.',
  status: 202,
  params,
  response: contactImport,
  errors: ['CONTACT_IMPORT_NOT_FOUND', 'DISK_FULL'],
})

export const undoContactImport = definePhoneEndpoint({
  method: 'POST',
  path: '/contact-imports/{import}/undo',
  access: 'member',
  rateLimit: 'contact-imports',
  summary:
    'Undo an import of the last seven days: deletes the contacts that it created and restores those that it changed, except those that were edited since. An administrator who undoes that of another user changes shared contacts alone.',
  params,
  response: contactImport,
  errors: ['CONTACT_IMPORT_NOT_FOUND', 'CONTACT_IMPORT_NOT_UNDOABLE', 'CONTACT_IMPORT_RUNNING'],
})

export const deleteContactImport = definePhoneEndpoint({
  method: 'DELETE',
  path: '/contact-imports/{import}',
  access: 'member',
  rateLimit: 'changes',
  summary: 'Delete a draft of the user.',
  params,
  response: success,
  errors: ['CONTACT_IMPORT_NOT_FOUND'],
})
