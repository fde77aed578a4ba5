import { z } from 'zod'
import { forwardingErrors } from '../call.ts'
import { definePhoneEndpoint } from '../define-endpoint.ts'
import { accountId, e164, id, timeZone } from '../fields.ts'
import { findRoutingProblems } from './check-routing.ts'
import { maxMenus, routingMenu } from './menus.ts'
import { maxNameLength, partName, routingTarget } from './routing-target.ts'

export * from './menu-progress.ts'
export * from './menus.ts'
export { maxNameLength, type RoutingTarget, routingTarget } from './routing-target.ts'

export const maxGroups = 50
export const maxOpeningHours = 20
export const maxQueues = 20

/** Members for whom a call rings together or one after the other. */
export const routingGroup = z.object({
  id,
  name: partName,
  /** In the order in which the call rings for them `in-turn`. */
  memberIds: z.array(accountId).max(50),
  /**
   * `all`: the call rings for all at the same time. `in-turn`: one after the other, beginning after the member for whom
   * the last call rang. `longest-idle`: one after the other, beginning with the member whose last call ended
   * first.
   */
  strategy: z.enum(['all', 'in-turn', 'longest-idle']),
  /** How long the call rings: for all, or for each member. */
  ringSeconds: z.int().min(5).max(60),
})

export type RoutingGroup = z.infer<typeof routingGroup>

/** A local time: hours and minutes. 24:00 is the end of the day. */
const localTime = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/)

const interval = z
  .object({ from: localTime, to: localTime })
  .refine(({ from, to }) => from < to, 'An interval begins before it ends.')

/** When a workspace is open, in the local time of a time zone. */
export const openingHours = z.object({
  id,
  name: partName,
  timeZone,
  weekly: z
    .array(
      z.object({
        /** ISO 8601: 1 is Monday. */
        day: z.int().min(1).max(7),
        intervals: z.array(interval).min(1).max(5),
      }),
    )
    .max(7),
  /** Dates on which the weekly intervals do not apply. Closed all day without intervals. */
  holidays: z
    .array(
      z.object({
        date: z.iso.date(),
        name: z.string().trim().max(maxNameLength),
        intervals: z.array(interval).max(5),
      }),
    )
    .max(100),
})

export type OpeningHours = z.infer<typeof openingHours>

/** Callers who wait, with music, until a member of a group is free. The target for unanswered calls follows. */
export const routingQueue = z.object({
  id,
  name: partName,
  groupId: id,
  /** How long a caller waits at most. */
  maxWaitSeconds: z.int().min(30).max(3_600),
  /** Further callers do not wait. */
  maxCallers: z.int().min(1).max(50),
  /** Whether callers hear their position every 30 seconds. */
  announcesPosition: z.boolean().default(true),
})

export type RoutingQueue = z.infer<typeof routingQueue>

/** The targets of the calls to a number. */
export const numberRoute = z.object({
  /** A number of a trunk; null for calls to all other numbers of the trunks. */
  number: e164.nullable(),
  /** Null: always open. */
  openingHoursId: id.nullable(),
  open: routingTarget,
  closed: routingTarget,
  /** The target of a call that no user has answered. */
  unanswered: routingTarget,
})

export type NumberRoute = z.infer<typeof numberRoute>

const parts = z.object({
  groups: z.array(routingGroup).max(maxGroups),
  openingHours: z.array(openingHours).max(maxOpeningHours),
  queues: z.array(routingQueue).max(maxQueues).default([]),
  menus: z.array(routingMenu).max(maxMenus).default([]),
  routes: z.array(numberRoute).max(200),
})

export type RoutingConfiguration = z.infer<typeof parts>

/** The targets of the incoming calls of a workspace. Without routes they ring for everyone. */
export const routingConfiguration = parts.superRefine((configuration, context) => {
  for (const { path, message } of findRoutingProblems(configuration))
    context.addIssue({ code: 'custom', path: [...path], message })
})

/** Increases with each save; 0 before the first one. */
const version = z.int().min(0).max(2_000_000_000)

export const getRouting = definePhoneEndpoint({
  method: 'GET',
  path: '/routing',
  access: 'phone_admin',
  rateLimit: 'reads',
  summary: 'Get what happens to the incoming calls of the workspace.',
  response: z.object({ version, configuration: routingConfiguration }),
  errors: [],
})

export const saveRouting = definePhoneEndpoint({
  method: 'PUT',
  path: '/routing',
  access: 'phone_admin',
  rateLimit: 'changes',
  summary:
    'Replace what happens to the incoming calls of the workspace, if it still has the version. Calls that ring already are not changed.',
  maxBodyBytes: 1024 * 1024,
  body: z.object({ version, configuration: routingConfiguration }),
  response: z.object({ version, configuration: routingConfiguration }),
  errors: [
    'ROUTING_CHANGED',
    'ROUTING_MEMBER_NOT_FOUND',
    'ROUTING_NUMBER_NOT_FOUND',
    'ROUTING_ANNOUNCEMENT_NOT_FOUND',
    ...forwardingErrors,
  ],
})
