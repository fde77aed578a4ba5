import { z } from 'zod'
import { definePhoneEndpoint } from '../define-endpoint.ts'
import { id } from '../fields.ts'
import { tag } from './call-details.ts'

/** The calls of a list. */
export const callFilters = z.object({
  /**
   * `own`: calls in which the user took part, or that rang for the user and no other member answered.
   * `workspace`: all calls of the workspace, for administrators only.
   */
  scope: z.enum(['own', 'workspace']).default('own'),
  /**
   * `assigned`: calls that are assigned to the user, with any `scope`. Of those that the user may play:
   * `transcribed`, with a transcript; `open-items`, with open action items in their latest complete analysis.
   */
  filter: z.enum(['all', 'missed', 'recorded', 'assigned', 'transcribed', 'open-items']).default('all'),
  /** Only calls with this tag, without regard to case. */
  tag: tag.optional(),
  /** Searches names, numbers, notes, tags and comments. */
  search: z.string().max(200).default(''),
  contact: id.optional(),
})

export const exportCalls = definePhoneEndpoint({
  method: 'GET',
  path: '/calls/csv',
  access: 'member',
  rateLimit: 'exports',
  summary: 'Export the ended calls of a list as CSV, newest first.',
  query: callFilters,
  errors: ['PHONE_ADMIN_REQUIRED'],
})
