import { z } from 'zod'
import { definePhoneEndpoint } from '../define-endpoint.ts'
import { id } from '../fields.ts'
import { apiKeyScopes } from './api-key-scopes.ts'

/** The scopes of a team API key of the account service, which has its description and its expiry. */
const scopedKey = z.object({ id, scopes: z.array(z.enum(apiKeyScopes)) })

export const listKeyScopes = definePhoneEndpoint({
  method: 'GET',
  path: '/api-keys',
  access: 'phone_admin',
  rateLimit: 'reads',
  summary: 'List the API keys of the workspace that have scopes.',
  response: z.object({ items: z.array(scopedKey) }),
  errors: [],
})

export const saveKeyScopes = definePhoneEndpoint({
  method: 'PUT',
  path: '/api-keys/{key}/scopes',
  access: 'phone_admin',
  rateLimit: 'changes',
  summary: 'Replace the scopes of an API key of the workspace.',
  params: z.object({ key: id }),
  body: z.object({ scopes: z.array(z.enum(apiKeyScopes)).max(apiKeyScopes.length) }),
  response: scopedKey,
  errors: ['API_KEY_NOT_FOUND', 'DISK_FULL'],
})
