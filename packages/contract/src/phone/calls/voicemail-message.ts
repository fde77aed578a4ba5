import { z } from 'zod'
import { epochMillis } from '../fields.ts'

/** A message that a caller has left, for a user who reads it. */
export const voicemailMessage = z.object({
  /** `own`: only the user reads it. `workspace`: all members do. */
  mailbox: z.enum(['own', 'workspace']),
  durationMs: z.int(),
  /** Null while no one has dealt with it. */
  dealtWith: z.object({ at: epochMillis, byName: z.string().nullable() }).nullable(),
})

export type VoicemailMessage = z.infer<typeof voicemailMessage>
