import { z } from 'zod'
import { accountId, epochMillis } from '../fields.ts'

/** The assignment of an ended call to a member for follow-up. */
export const callAssignment = z.object({
  userId: accountId,
  userName: z.string().nullable(),
  at: epochMillis,
  byName: z.string().nullable(),
  /** Null while the follow-up is open. */
  done: z.object({ at: epochMillis, byName: z.string().nullable() }).nullable(),
})
