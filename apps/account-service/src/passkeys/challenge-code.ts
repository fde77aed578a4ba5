import { z } from 'zod'
import { codeType } from '../verification-codes/index.ts'

/** Browsers give up after 60 s. */
export const ceremonyTimeoutMs = 60_000

const lifeMs = ceremonyTimeoutMs + 5_000

/** Remembers the challenge of a registration, and for whom it is. */
export const registrationCode = codeType({
  name: 'passkey-registration',
  data: z.object({ challenge: z.string(), userId: z.string() }),
  lifeMs: () => lifeMs,
})

/** Remembers the challenge of a sign-in. Whose it will be, the answer tells. */
export const authenticationCode = codeType({
  name: 'passkey-authentication',
  data: z.object({ challenge: z.string() }),
  lifeMs: () => lifeMs,
})
