import { z } from 'zod'
import { definePhoneEndpoint } from '../define-endpoint.ts'
import { epochMillis } from '../fields.ts'

export const maxRetentionDays = 3_650

/** Null: for ever. */
const days = z.int().min(1).max(maxRetentionDays).nullable()

/**
 * How long the data of ended calls is stored. A transcript and its analyses are deleted with the recording at the latest,
 * and everything of a call with its entry in the call log.
 */
export const retentionPeriods = z.object({
  recordingDays: days,
  voicemailDays: days,
  /** Of transcripts with their analyses. */
  transcriptDays: days,
  /** Of entries in the call log. */
  callDays: days,
})

export type RetentionPeriods = z.infer<typeof retentionPeriods>

const expired = z.object({
  count: z.int(),
  /** The end of the earliest call; null without one. */
  oldestAt: epochMillis.nullable(),
})

export const retention = z.object({
  periods: retentionPeriods,
  /** When expired data is deleted next; null when nothing expires. */
  nextDeletionAt: epochMillis.nullable(),
})

export type Retention = z.infer<typeof retention>

export const getRetention = definePhoneEndpoint({
  method: 'GET',
  path: '/retention',
  access: 'phone_admin',
  rateLimit: 'reads',
  summary: 'Get how long the data of calls is stored.',
  response: retention,
  errors: [],
})

export const previewRetention = definePhoneEndpoint({
  method: 'POST',
  path: '/retention/preview',
  access: 'phone_admin',
  rateLimit: 'changes',
  summary: 'Count the calls whose data would be deleted now. Nothing is saved.',
  body: retentionPeriods,
  response: z.object({ recordings: expired, voicemails: expired, transcripts: expired, calls: expired }),
  errors: [],
})

export const saveRetention = definePhoneEndpoint({
  method: 'PUT',
  path: '/retention',
  access: 'phone_admin',
  rateLimit: 'changes',
  summary:
    'Set how long the data of calls is stored. Expired data is deleted an hour later, and then once a day.',
  body: retentionPeriods,
  response: retention,
  errors: [],
})
