import { z } from 'zod'
import { codeType } from '../verification-codes/index.ts'

const lifetimeMs = 5 * 60_000

/** Code that completes a sign-in after its first factor was verified. */
export const attemptCodeType = codeType({
  name: 'mfa-attempt',
  data: z.object({
    userId: z.string(),
    isNewUser: z.boolean(),
    method: z.string(),
  }),
  lifetimeMs: () => lifetimeMs,
  maxAttempts: 5,
})
