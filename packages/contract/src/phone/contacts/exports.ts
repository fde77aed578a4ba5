import { z } from 'zod'
import { definePhoneEndpoint } from '../define-endpoint.ts'

/** All contacts, or those of a search. */
const query = z.object({ search: z.string().max(200).default('') })

export const exportContactsCsv = definePhoneEndpoint({
  method: 'GET',
  path: '/contact-exports/csv',
  access: 'member',
  rateLimit: 'exports',
  summary: 'Export the contacts that the user can see, or those of a search, as CSV.',
  query,
  errors: [],
})

export const exportContactsVcard = definePhoneEndpoint({
  method: 'GET',
  path: '/contact-exports/vcard',
  access: 'member',
  rateLimit: 'exports',
  summary: 'Export the contacts that the user can see, or those of a search, as vCards 4.0.',
  query,
  errors: [],
})
