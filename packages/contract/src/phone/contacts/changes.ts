import { z } from 'zod'
import { definePhoneEndpoint } from '../define-endpoint.ts'
import { accountId, epochMillis, id } from '../fields.ts'

/** Contacts of one change. */
export const maxChangedContacts = 5_000
/** Contacts that are named one by one. */
export const maxSelectedIds = 1_000
/** How long a merge or a deletion can be undone. */
export const undoDays = 7

/** A merge or a deletion of contacts that can be undone. */
export const contactChange = z.object({
  id,
  kind: z.enum(['merge', 'deletion']),
  userId: accountId,
  createdAt: epochMillis,
  undoableUntil: epochMillis,
  contactCount: z.int(),
  /** The names of some contacts as they were, of a merge first that of the kept one. */
  names: z.array(z.string()),
  /** Whether the kept contact of a merge has been edited since. */
  isEdited: z.boolean(),
})

export type ContactChange = z.infer<typeof contactChange>

/** Why a contact was not changed. */
export const unchangedReason = z.enum([
  /** It has been deleted in the meantime, or the user cannot see it. */
  'not-found',
  /** It already is as requested. */
  'same',
  /** It has the maximum number of tags. */
  'too-many-tags',
  /** Another contact has one of its numbers. */
  'number-taken',
  /** It is private: it must be shared before another member can own it. */
  'private',
])

const unchanged = z.object({
  reason: unchangedReason,
  count: z.int(),
  /** Of the first contacts. */
  names: z.array(z.string()),
})

/** Contacts by their ids, or all those of a search except some. */
export const selection = z.union([
  z.object({ ids: z.array(id).min(1).max(maxSelectedIds) }),
  z.object({ search: z.string().max(200), exceptIds: z.array(id).max(maxSelectedIds).default([]) }),
])

const tag = z.string().trim().min(1).max(50)

export const changeContacts = definePhoneEndpoint({
  method: 'POST',
  path: '/contact-changes',
  access: 'member',
  rateLimit: 'contact-imports',
  summary: 'Change or delete many contacts. Returns how many were changed, and why the others were not.',
  body: z.object({
    selection,
    action: z.discriminatedUnion('type', [
      z.object({ type: z.literal('add-tag'), tag }),
      z.object({ type: z.literal('remove-tag'), tag }),
      z.object({ type: z.literal('share') }),
      z.object({ type: z.literal('assign'), userId: accountId }),
      z.object({ type: z.literal('delete') }),
    ]),
  }),
  maxBodyBytes: 128 * 1024,
  response: z.object({
    changed: z.int(),
    unchanged: z.array(unchanged),
    /** Of a deletion: one for shared contacts, and one for private ones. */
    changes: z.array(contactChange),
  }),
  errors: [
    'CONTACT_SELECTION_TOO_LARGE',
    'CONTACT_OWNER_NOT_FOUND',
    'CONTACT_IMPORT_RUNNING',
    'CONTACT_QUOTA_REACHED',
    'DISK_FULL',
  ],
})

export const deleteContact = definePhoneEndpoint({
  method: 'DELETE',
  path: '/contacts/{contact}',
  access: 'member',
  rateLimit: 'changes',
  apiKeyScope: 'contacts:write',
  summary:
    'Delete a contact. Its calls are retained. Returns the deletion, which can be undone for seven days.',
  params: z.object({ contact: id }),
  response: z.object({ change: contactChange }),
  errors: ['CONTACT_NOT_FOUND', 'CONTACT_IMPORT_RUNNING'],
})

export const listContactChanges = definePhoneEndpoint({
  method: 'GET',
  path: '/contact-changes',
  access: 'member',
  rateLimit: 'reads',
  summary:
    'List the merges and deletions that the user can undo, newest first: their own, and those of shared contacts.',
  response: z.object({ items: z.array(contactChange) }),
  errors: [],
})

export const undoContactChange = definePhoneEndpoint({
  method: 'POST',
  path: '/contact-changes/{change}/undo',
  access: 'member',
  rateLimit: 'contact-imports',
  summary:
    'Undo a merge or a deletion of the last seven days: its contacts are as they were before. Of a deletion, contacts of whose numbers another contact has one by now stay deleted.',
  params: z.object({ change: id }),
  body: z.object({
    /** Undo a merge although the kept contact has been edited since. */
    discardEdits: z.boolean().default(false),
  }),
  response: z.object({ restored: z.int(), unchanged: z.array(unchanged) }),
  errors: [
    'CONTACT_CHANGE_NOT_FOUND',
    'CONTACT_CHANGED',
    'CONTACT_NUMBER_TAKEN',
    'CONTACT_LIMIT',
    'CONTACT_PRIVATE_LIMIT',
    'CONTACT_QUOTA_REACHED',
    'CONTACT_IMPORT_RUNNING',
    'DISK_FULL',
  ],
})
