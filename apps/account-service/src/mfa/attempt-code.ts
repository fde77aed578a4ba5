import { z } from 'zod'
import { codeType } from '../verification-codes/index.ts'

const lifeMs = 5 * 60_000

/** What a sign-in whose first factor was right is finished with. */
export const attemptCodeType = codeType({
  name: 'mfa-attempt',
  data: z.object({
    userId: z.string(),
    isNewUser: z.boolean(),
    method: z.string(),
  }),
  lifeMs: () => lifeMs,
  mostAttempts: 5,
})
