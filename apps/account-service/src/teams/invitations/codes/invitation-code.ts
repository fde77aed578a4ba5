import { z } from 'zod'
import { codeType } from '../../../auth/verification-codes/index.ts'

export const invitationLifetimeMs = 7 * 24 * 60 * 60_000

const invitationPayload = z.object({
  invitationId: z.string(),
  teamId: z.string(),
  email: z.string(),
  /** The user who sent the invitation; null if a server did. */
  invitedBy: z.string().nullable().default(null),
})

/** Payload of an invitation code. */
export type InvitationPayload = z.infer<typeof invitationPayload>

export const invitationCode = codeType({
  name: 'team-invitation',
  page: 'team-invitation',
  data: invitationPayload,
  lifetimeMs: () => invitationLifetimeMs,
})
