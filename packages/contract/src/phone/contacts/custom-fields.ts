import { z } from 'zod'
import { definePhoneEndpoint } from '../define-endpoint.ts'
import { id, success } from '../fields.ts'

/** Custom fields of a workspace, with archived ones. */
export const maxCustomFields = 30
export const maxChoices = 50
export const maxTextLength = 500
export const maxLinkLength = 1_000

/** The type of a custom field never changes. */
export const customFieldType = z.enum(['text', 'number', 'date', 'choice', 'link', 'checkbox'])

const name = z.string().trim().min(1).max(60)
const choices = z.array(z.string().trim().min(1).max(100)).max(maxChoices)

/** A field that the administrators of a workspace have added to its contacts. */
export const customField = z.object({
  id,
  name: z.string(),
  type: customFieldType,
  /** Of a field of the type `choice`; else empty. */
  choices: z.array(z.string()),
  /** Contacts retain the values of an archived field, but do not show them. */
  isArchived: z.boolean(),
})

export type CustomField = z.infer<typeof customField>

/**
 * The values of a contact by the id of their field. A date is `YYYY-MM-DD`, a choice its text, a link an `http` or
 * `https` URL, and a checked checkbox `true`. A field without a value is omitted.
 */
export const customValues = z.record(id, z.union([z.string(), z.number(), z.literal(true)]))

export type CustomValues = z.infer<typeof customValues>

/** Values as clients send them: an empty text, null and `false` stand for no value. */
export const customValuesInput = z
  .record(
    id,
    z.union([z.string().trim().max(maxLinkLength), z.number().min(-1e15).max(1e15), z.boolean(), z.null()]),
  )
  .refine((values) => Object.keys(values).length <= maxCustomFields, 'Too many values.')

const params = z.object({ field: id })
const fieldList = z.object({ items: z.array(customField) })

export const listCustomFields = definePhoneEndpoint({
  method: 'GET',
  path: '/contact-fields',
  access: 'member',
  rateLimit: 'reads',
  apiKeyScope: 'contacts:read',
  summary: 'List the custom fields of contacts in their order, with archived ones.',
  response: fieldList,
  errors: [],
})

export const createCustomField = definePhoneEndpoint({
  method: 'POST',
  path: '/contact-fields',
  access: 'phone_admin',
  rateLimit: 'changes',
  summary: 'Add a custom field to the contacts of the workspace, after the others.',
  body: z.object({ name, type: customFieldType, choices: choices.default([]) }),
  response: customField,
  status: 201,
  errors: ['CONTACT_FIELD_NAME_TAKEN', 'CONTACT_FIELD_LIMIT'],
})

export const updateCustomField = definePhoneEndpoint({
  method: 'PUT',
  path: '/contact-fields/{field}',
  access: 'phone_admin',
  rateLimit: 'changes',
  summary:
    'Rename or archive a custom field, or replace its choices. Contacts retain values that are no longer a choice.',
  params,
  body: z.object({ name, choices: choices.default([]), isArchived: z.boolean() }),
  response: customField,
  errors: ['CONTACT_FIELD_NOT_FOUND', 'CONTACT_FIELD_NAME_TAKEN'],
})

export const orderCustomFields = definePhoneEndpoint({
  method: 'PUT',
  path: '/contact-fields',
  access: 'phone_admin',
  rateLimit: 'changes',
  summary:
    'Set the order of all custom fields. Rejected when the fields are not exactly those of the workspace.',
  body: z.object({ order: z.array(id).max(maxCustomFields) }),
  response: fieldList,
  errors: ['CONTACT_FIELDS_CHANGED'],
})

export const deleteCustomField = definePhoneEndpoint({
  method: 'DELETE',
  path: '/contact-fields/{field}',
  access: 'phone_admin',
  rateLimit: 'contact-imports',
  summary: 'Delete a custom field with its values in all contacts.',
  params,
  response: success,
  errors: ['CONTACT_FIELD_NOT_FOUND', 'CONTACT_IMPORT_RUNNING'],
})
