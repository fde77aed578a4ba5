import { z } from 'zod'
import { definePhoneEndpoint } from '../define-endpoint.ts'
import { accountId, cursor, e164, epochMillis, id, pageLimit, rawPhoneNumber } from '../fields.ts'
import { customValues, customValuesInput } from './custom-fields.ts'

export const maxPhones = 20
export const maxEmails = 20
export const maxTags = 30

const trimmedString = z.string().trim().max(200)

export const contactPhone = z.object({
  number: e164,
  /** As entered by the user. */
  typed: z.string(),
  extension: z.string().nullable(),
  label: trimmedString,
})

export const contactEmail = z.object({ address: z.email().max(254), label: trimmedString })

/** `private`: visible to its owner only. `shared`: visible to all members of the workspace. */
export const visibility = z.enum(['shared', 'private'])

/** The largest value is that of its column. */
export const version = z.int().min(0).max(2_147_483_647)

export const contact = z.object({
  id,
  name: z.string(),
  company: z.string(),
  role: z.string(),
  phones: z.array(contactPhone),
  emails: z.array(contactEmail),
  tags: z.array(z.string()),
  notes: z.string(),
  customValues,
  /** The member, or the API key, that added it; or the member to whom it was assigned. */
  ownerUserId: accountId,
  visibility,
  createdAt: epochMillis,
  updatedAt: epochMillis,
  /** Incremented with each change. */
  version,
})

export type Contact = z.infer<typeof contact>

export const contactInput = z.object({
  name: trimmedString.min(1),
  company: trimmedString.default(''),
  role: trimmedString.default(''),
  phones: z
    .array(z.object({ typed: rawPhoneNumber, label: trimmedString.default('') }))
    .max(maxPhones)
    .default([]),
  emails: z
    .array(contactEmail.extend({ label: trimmedString.default('') }))
    .max(maxEmails)
    .default([]),
  tags: z.array(trimmedString.min(1).max(50)).max(maxTags).default([]),
  notes: z.string().max(20_000).default(''),
  /** Without it, the values of a contact that is replaced stay as they are. */
  customValues: customValuesInput.optional(),
  visibility: visibility.default('shared'),
})

const contactParams = z.object({ contact: id })

export const createContact = definePhoneEndpoint({
  method: 'POST',
  path: '/contacts',
  access: 'member',
  rateLimit: 'contact-changes',
  apiKeyScope: 'contacts:write',
  summary: 'Add a contact.',
  body: contactInput,
  maxBodyBytes: 256 * 1024,
  response: contact,
  status: 201,
  errors: [
    'NUMBER_NOT_UNDERSTOOD',
    'CONTACT_NUMBER_TAKEN',
    'CONTACT_VALUE_NOT_VALID',
    'CONTACT_LIMIT',
    'CONTACT_PRIVATE_LIMIT',
    'CONTACT_QUOTA_REACHED',
    'DISK_FULL',
  ],
})

export const listContacts = definePhoneEndpoint({
  method: 'GET',
  path: '/contacts',
  access: 'member',
  rateLimit: 'searches',
  apiKeyScope: 'contacts:read',
  summary: 'List contacts by name, or the results of a search, best match first.',
  query: z.object({
    /** Searches names, companies, tags, e-mails and numbers; ignores accents, case and spacing. */
    search: z.string().max(200).default(''),
    cursor: cursor.optional(),
    limit: pageLimit(500, 100),
  }),
  response: z.object({
    items: z.array(contact),
    nextCursor: cursor.nullable(),
    /** Total number of results. */
    total: z.int(),
  }),
  errors: [],
})

export const getContact = definePhoneEndpoint({
  method: 'GET',
  path: '/contacts/{contact}',
  access: 'member',
  rateLimit: 'reads',
  apiKeyScope: 'contacts:read',
  summary: 'Get a contact.',
  params: contactParams,
  response: contact,
  errors: ['CONTACT_NOT_FOUND'],
})

export const updateContact = definePhoneEndpoint({
  method: 'PUT',
  path: '/contacts/{contact}',
  access: 'member',
  rateLimit: 'contact-changes',
  apiKeyScope: 'contacts:write',
  summary: 'Replace a contact.',
  params: contactParams,
  body: contactInput.extend({
    /** The version that was edited; the update is rejected if the stored version differs. */
    version,
  }),
  maxBodyBytes: 256 * 1024,
  response: contact,
  errors: [
    'CONTACT_NOT_FOUND',
    'NUMBER_NOT_UNDERSTOOD',
    'CONTACT_NUMBER_TAKEN',
    'CONTACT_VALUE_NOT_VALID',
    'CONTACT_CHANGED',
    'CONTACT_PRIVATE_LIMIT',
    'CONTACT_QUOTA_REACHED',
    'DISK_FULL',
  ],
})

/** Another member of the workspace. */
export const colleague = z.object({
  userId: accountId,
  /** The name of the member in the workspace, or the e-mail; null if there is neither. */
  name: z.string().nullable(),
  /** The number that rings this member only; null until the member opens the phone for the first time. */
  number: e164.nullable(),
})

export type Colleague = z.infer<typeof colleague>

export const listColleagues = definePhoneEndpoint({
  method: 'GET',
  path: '/colleagues',
  access: 'member',
  rateLimit: 'searches',
  summary:
    'List the other members of the workspace by name. Empty for a user who may not see the members in the account service.',
  query: z.object({
    /** Searches names, ignoring accents and case, and numbers. */
    search: z.string().max(200).default(''),
    /** Only this member, if they are a colleague. */
    user: accountId.optional(),
    cursor: cursor.optional(),
    limit: pageLimit(500, 100),
  }),
  response: z.object({ items: z.array(colleague), nextCursor: cursor.nullable() }),
  errors: [],
})
