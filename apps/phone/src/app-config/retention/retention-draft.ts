import { retention } from '@parley/contract/phone'

export const retentionKinds = ['recordings', 'voicemails', 'transcripts', 'calls'] as const

export type RetentionKind = (typeof retentionKinds)[number]

/** The days as typed, for each kind; null: for ever. */
export type RetentionDraft = Readonly<Record<RetentionKind, string | null>>

const fields = {
  recordings: 'recordingDays',
  voicemails: 'voicemailDays',
  transcripts: 'transcriptDays',
  calls: 'callDays',
} as const

export function createRetentionDraft(periods: retention.RetentionPeriods): RetentionDraft {
  const toText = (kind: RetentionKind) => periods[fields[kind]]?.toString() ?? null
  return {
    recordings: toText('recordings'),
    voicemails: toText('voicemails'),
    transcripts: toText('transcripts'),
    calls: toText('calls'),
  }
}

/** Returns the days of a kind; undefined when the input is invalid. */
export function parseDays(typed: string | null): number | null | undefined {
  if (typed === null) return null
  const days = /^\d{1,4}$/.test(typed.trim()) ? Number(typed) : 0
  return days >= 1 && days <= retention.maxRetentionDays ? days : undefined
}

/** Returns the periods; null when an input is invalid. */
export function parseRetentionDraft(draft: RetentionDraft): retention.RetentionPeriods | null {
  const [recordingDays, voicemailDays, transcriptDays, callDays] = retentionKinds.map((kind) =>
    parseDays(draft[kind]),
  )
  if (
    recordingDays === undefined ||
    voicemailDays === undefined ||
    transcriptDays === undefined ||
    callDays === undefined
  )
    return null
  return { recordingDays, voicemailDays, transcriptDays, callDays }
}
