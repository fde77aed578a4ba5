import { z } from 'zod'
import { definePhoneEndpoint } from '../define-endpoint.ts'
import { selection } from './changes.ts'

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

export const exportSelectedContacts = definePhoneEndpoint({
  method: 'POST',
  path: '/contact-exports',
  access: 'member',
  rateLimit: 'exports',
  summary: 'Export the selected contacts that the user can see.',
  body: z.object({ selection, format: z.enum(['csv', 'vcard']) }),
  maxBodyBytes: 128 * 1024,
  errors: [],
})
