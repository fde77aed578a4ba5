import { z } from 'zod'
import { codeType } from '../verification-codes/index.ts'

/** Browser timeout of a ceremony. */
export const ceremonyTimeoutMs = 60_000

const lifetimeMs = ceremonyTimeoutMs + 5_000

/** Stores the challenge and the user of a registration. */
export const registrationCode = codeType({
  name: 'passkey-registration',
  data: z.object({ challenge: z.string(), userId: z.string() }),
  lifetimeMs: () => lifetimeMs,
})

/** Stores the challenge of a sign-in. The user is known only from the response. */
export const authenticationCode = codeType({
  name: 'passkey-authentication',
  data: z.object({ challenge: z.string() }),
  lifetimeMs: () => lifetimeMs,
})
