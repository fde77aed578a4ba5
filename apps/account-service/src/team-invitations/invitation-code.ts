import { z } from 'zod'
import { codeType } from '../verification-codes/index.ts'

export const invitationLifeMs = 7 * 24 * 60 * 60_000

const invited = z.object({ invitationId: z.string(), teamId: z.string(), email: z.string() })

/** Payload of an invitation code. */
export type Invited = z.infer<typeof invited>

export const invitationCode = codeType({
  name: 'team-invitation',
  data: invited,
  lifeMs: () => invitationLifeMs,
})
