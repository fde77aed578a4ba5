import { z } from 'zod'
import { definePhoneEndpoint } from './define-endpoint.ts'
import { accountId, cursor, epochMillis, pageLimit } from './fields.ts'

/** An entry of the audit log. Entries never change. */
export const auditEntry = z.object({
  id: z.string(),
  at: epochMillis,
  /** Null for an API key, for a client that was not signed in, and for what the service has done by itself. */
  userId: accountId.nullable(),
  /** The API key that has done it. */
  apiKeyId: accountId.nullable(),
  /** As `trunk.created`. */
  action: z.string(),
  outcome: z.enum(['success', 'failure', 'denied']),
  subject: z.object({ type: z.string(), id: z.string() }).nullable(),
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  /** Further facts, which depend on the action. */
  details: z.record(z.string(), z.unknown()),
})

export type AuditEntry = z.infer<typeof auditEntry>

export const listAuditEntries = definePhoneEndpoint({
  method: 'GET',
  path: '/audit-entries',
  access: 'phone_admin',
  rateLimit: 'reads',
  summary: 'List the audit log of the workspace, newest first.',
  query: z.object({
    /** Only entries of this user. */
    userId: accountId.optional(),
    cursor: cursor.optional(),
    limit: pageLimit(100, 50),
  }),
  response: z.object({ items: z.array(auditEntry), nextCursor: cursor.nullable() }),
  errors: [],
})
