import { z } from 'zod'
import { accountId, calledNumber, epochMillis, legId } from '../fields.ts'

/**
 * The transfer of a call by a user to a number:
 *
 * - `consulting`: the user talks to the number, or it rings; the others are on hold;
 * - `dialing`: the user has left, and the number rings;
 * - `returning`: the number has not answered, and the call rings for the user again;
 * - `completed`: the others talk to the number.
 */
export const callTransfer = z.object({
  stage: z.enum(['consulting', 'dialing', 'returning', 'completed']),
  /** The telephone leg of the number. */
  legId,
  number: calledNumber,
  name: z.string().nullable(),
  userId: accountId,
  /** The end of the consultation resumes the recording, which it has paused. */
  resumesRecording: z.boolean(),
  /** The time at which the stage began. */
  at: epochMillis,
})

export type CallTransfer = z.infer<typeof callTransfer>
