import { z } from 'zod'
import { definePhoneEndpoint } from '../define-endpoint.ts'
import { cursor, id, pageLimit, success } from '../fields.ts'
import { contactChange } from './changes.ts'
import { contact, version } from './contacts.ts'

/** Contacts of a suggestion that are listed. */
export const maxListedDuplicates = 10

/** The part that contacts have in common. Names are compared without accents, case and the order of their words. */
export const duplicateReason = z.enum(['number', 'email', 'name'])

/** Contacts that may be one. */
export const duplicate = z.object({
  reasons: z.array(duplicateReason),
  /** The oldest first. Of many, those that were not in a dismissed suggestion. */
  contacts: z.array(contact),
  /** With those that are not listed. */
  contactCount: z.int(),
})

export type Duplicate = z.infer<typeof duplicate>

const counts = z.object({ number: z.int(), email: z.int(), name: z.int() })

export const listDuplicates = definePhoneEndpoint({
  method: 'GET',
  path: '/contact-duplicates',
  access: 'member',
  rateLimit: 'reads',
  summary: 'List the contacts that the user can see and that have a number, an e-mail or a name in common.',
  query: z.object({ cursor: cursor.optional(), limit: pageLimit(20, 20) }),
  response: z.object({
    items: z.array(duplicate),
    nextCursor: cursor.nullable(),
    total: z.int(),
    /** False when there are more than can be counted. */
    isComplete: z.boolean(),
    /** Suggestions with each reason. */
    counts,
  }),
  errors: [],
})

export const dismissDuplicate = definePhoneEndpoint({
  method: 'POST',
  path: '/contact-duplicates/dismiss',
  access: 'member',
  rateLimit: 'contact-changes',
  summary:
    'Dismiss a suggestion: these contacts are different. It does not return for what they have in common, until another contact has it too.',
  body: z.object({ contacts: z.array(id).min(2).max(maxListedDuplicates) }),
  response: success,
  errors: ['CONTACT_NOT_FOUND'],
})

const side = z.enum(['kept', 'removed'])
const versionedContact = z.object({ id, version })

export const mergeContacts = definePhoneEndpoint({
  method: 'POST',
  path: '/contact-merges',
  access: 'member',
  rateLimit: 'contact-changes',
  summary:
    'Merge two contacts: one gets the numbers, e-mails and tags of both, and each other part from the chosen contact; the other one is deleted. Calls belong to numbers and follow.',
  body: z.object({
    kept: versionedContact,
    removed: versionedContact,
    /** Whose part is retained. */
    choices: z
      .object({
        name: side.default('kept'),
        company: side.default('kept'),
        role: side.default('kept'),
        notes: z.enum(['kept', 'removed', 'both']).default('both'),
        visibility: side.default('kept'),
        /** By the id of the custom field; `kept` for others. */
        customValues: z.record(id, side).default({}),
      })
      .prefault({}),
  }),
  response: z.object({ contact, change: contactChange }),
  errors: [
    'CONTACT_NOT_FOUND',
    'CONTACT_CHANGED',
    'CONTACT_NUMBER_TAKEN',
    'CONTACT_MERGE_TOO_LARGE',
    'CONTACT_PRIVATE_LIMIT',
    'CONTACT_QUOTA_REACHED',
    'DISK_FULL',
  ],
})
