import { z } from 'zod'
import { accountId, e164, id } from '../fields.ts'

/** Characters of a name of the routing. */
export const maxNameLength = 60

/** The name of a part of the routing. */
export const partName = z.string().trim().min(1).max(maxNameLength)

/** The users for whom a call rings, the voicemail of the workspace, or the end of the call. */
export const routingTarget = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('everyone') }),
  z.object({ kind: z.literal('user'), userId: accountId }),
  z.object({ kind: z.literal('group'), groupId: id }),
  z.object({ kind: z.literal('queue'), queueId: id }),
  z.object({ kind: z.literal('menu'), menuId: id }),
  /** The call is forwarded to a number, within the limits of the workspace. */
  z.object({ kind: z.literal('number'), number: e164 }),
  /** Callers hear the announcement of the workspace; null: its usual greeting. */
  z.object({ kind: z.literal('voicemail'), announcementId: id.nullable().default(null) }),
  z.object({ kind: z.literal('hang-up') }),
])

export type RoutingTarget = z.infer<typeof routingTarget>
