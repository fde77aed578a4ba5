import { z } from 'zod'
import { endReason } from '../call.ts'
import { accountId, epochMillis, id } from '../fields.ts'
import type { WebhookEventType } from './webhook-settings.ts'

/** A call when the event happened, without its content. */
const webhookCall = z.object({
  id,
  /** The same for the calls of several members in one conference. */
  conferenceId: id,
  direction: z.enum(['incoming', 'outgoing']),
  /** The remote party, in E.164 or as an extension; null if it is withheld. */
  number: z.string().nullable(),
  /** Of a shared contact, a member or the caller, as the list of calls shows it. */
  name: z.string().nullable(),
  /** The number of the workspace. */
  ownNumber: z.string().nullable(),
  /** The member in the call; null while no one has answered. */
  userId: accountId.nullable(),
  userName: z.string().nullable(),
  startedAt: epochMillis,
  answeredAt: epochMillis.nullable(),
  endedAt: epochMillis.nullable(),
  endReason: endReason.nullable(),
  /** From the answer to the end; null before the end, and of an unanswered call. */
  durationMs: z.int().nullable(),
  /** The page of the call in the phone. */
  url: z.string(),
})

export type WebhookCall = z.infer<typeof webhookCall>

const callData = z.object({ call: webhookCall })

const track = z.object({ id, startedAt: epochMillis, durationMs: z.int() })

/** The data of each type. */
const webhookEventData = {
  'call.started': callData,
  'call.answered': callData,
  'call.ended': callData,
  /** All audio of an ended call is stored. */
  'recording.ready': callData.extend({ recordings: z.array(track) }),
  /** `userId`: the member whose message it is; null for the mailbox of the workspace. */
  'voicemail.received': callData.extend({
    voicemail: z.object({ userId: accountId.nullable(), durationMs: z.int() }),
  }),
  /** A call can be analysed several times. */
  'analysis.ready': callData.extend({ analysis: z.object({ id, promptVersion: z.int() }) }),
} as const satisfies Record<WebhookEventType, z.ZodType>

const eventFields = { at: epochMillis }

/** The body of a request to a webhook. */
export const webhookEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('call.started'), ...eventFields, data: webhookEventData['call.started'] }),
  z.object({ type: z.literal('call.answered'), ...eventFields, data: webhookEventData['call.answered'] }),
  z.object({ type: z.literal('call.ended'), ...eventFields, data: webhookEventData['call.ended'] }),
  z.object({ type: z.literal('recording.ready'), ...eventFields, data: webhookEventData['recording.ready'] }),
  z.object({
    type: z.literal('voicemail.received'),
    ...eventFields,
    data: webhookEventData['voicemail.received'],
  }),
  z.object({ type: z.literal('analysis.ready'), ...eventFields, data: webhookEventData['analysis.ready'] }),
  /** An administrator has sent it from the page of the webhook. */
  z.object({ type: z.literal('webhook.test'), ...eventFields, data: z.object({ webhookId: id }) }),
])

export type WebhookEvent = z.infer<typeof webhookEvent>
