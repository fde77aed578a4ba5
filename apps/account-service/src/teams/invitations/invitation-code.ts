import { z } from 'zod'
import { codeType } from '../../auth/verification-codes/index.ts'

export const invitationLifetimeMs = 7 * 24 * 60 * 60_000

const invitationPayload = z.object({ invitationId: z.string(), teamId: z.string(), email: z.string() })

/** Payload of an invitation code. */
export type InvitationPayload = z.infer<typeof invitationPayload>

export const invitationCode = codeType({
  name: 'team-invitation',
  data: invitationPayload,
  lifetimeMs: () => invitationLifetimeMs,
})
