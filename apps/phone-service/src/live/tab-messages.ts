import { z } from 'zod'
import type { Resume } from './hub.ts'
import type { ServerMessage } from './messages.ts'

const tab = z.object({
  connectionId: z.string(),
  workspaceId: z.string(),
  userId: z.string(),
  workspaceIds: z.array(z.string()),
  isPhoneAdmin: z.boolean(),
  handsetId: z.string(),
  deviceId: z.string(),
  focusedAt: z.number(),
  resume: z.custom<Resume | null>((value) => typeof value === 'object'),
  isActive: z.boolean(),
})

/** The properties of a tab that change while it is connected. */
const tabState = tab.pick({ connectionId: true, focusedAt: true, isPhoneAdmin: true, isActive: true })

const callUsers = z.object({ callId: z.string(), workspaceId: z.string(), userIds: z.array(z.string()) })

/** The sequence counts the changes of a run, so that a lost one is noticed. */
const origin = { nodeId: z.string(), runId: z.string(), sequence: z.int() }

export const tabMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('all'), ...origin, tabs: z.array(tab), calls: z.array(callUsers) }),
  z.object({ type: z.literal('connected'), ...origin, tab }),
  z.object({ type: z.literal('changed'), ...origin, tab: tabState }),
  z.object({ type: z.literal('disconnected'), ...origin, connectionId: z.string() }),
  z.object({ type: z.literal('call'), ...origin, call: callUsers }),
  z.object({ type: z.literal('alive'), ...origin }),
  /** Asks one node, or all of them, for `all`. */
  z.object({ type: z.literal('requested'), nodeId: z.string(), ofNodeId: z.string().nullable() }),
])

/** A message for tabs of one node whose users are members of the workspace. */
export const delivery = z.object({
  connectionIds: z.array(z.string()),
  workspaceId: z.string(),
  message: z.custom<ServerMessage>((value) => typeof value === 'object'),
})

export type Delivery = z.infer<typeof delivery>
export type SharedCall = z.infer<typeof callUsers>
export type SharedTab = z.infer<typeof tab>
export type SharedTabState = z.infer<typeof tabState>
export type TabMessage = z.infer<typeof tabMessage>
