import { z } from 'zod'
import { codeType } from '../verification-codes/index.ts'

const lifetimeMs = 5 * 60_000

const attempt = z.object({
  userId: z.string(),
  isNewUser: z.boolean(),
  method: z.string(),
  by: z.enum(['user', 'server']).default('user'),
  lifetimeMs: z.number().optional(),
  impersonation: z.object({ reason: z.string().nullable() }).optional(),
})

/** The session that begins with the second factor. */
export type SecondFactorAttempt = z.infer<typeof attempt>

/** Code that completes a sign-in after its first factor was verified. */
export const attemptCodeType = codeType({
  name: 'mfa-attempt',
  data: attempt,
  lifetimeMs: () => lifetimeMs,
  maxAttempts: 5,
})
