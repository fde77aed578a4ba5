import type { retention } from '@parley/contract/phone'

const dayMs = 24 * 60 * 60_000

/** The data of calls that ended before these times has expired; null: none has. */
export interface RetentionLimits {
  readonly recordings: Date | null
  readonly voicemails: Date | null
  readonly transcripts: Date | null
  readonly calls: Date | null
}

/** Returns the limits at a time. The data of a call expires with its entry in the call log at the latest. */
export function findRetentionLimits(periods: retention.RetentionPeriods, now: Date): RetentionLimits {
  const { recordingDays, voicemailDays, transcriptDays, callDays } = periods
  const toLimit = (...days: readonly (number | null)[]) => {
    const shortest = Math.min(...days.map((each) => each ?? Number.POSITIVE_INFINITY))
    return Number.isFinite(shortest) ? new Date(now.getTime() - shortest * dayMs) : null
  }
  return {
    recordings: toLimit(recordingDays, callDays),
    voicemails: toLimit(voicemailDays, callDays),
    transcripts: toLimit(transcriptDays, callDays),
    calls: toLimit(callDays),
  }
}
