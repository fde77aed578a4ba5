/** The recording of a call before it was merged into another one. */
export interface ReleasedRecording {
  readonly wasActive: boolean
  readonly wasPaused: boolean
  /** The legs that have heard the announcement. */
  readonly announcedLegIds: readonly string[]
  /** How often another call has replaced that of each leg, by leg id. */
  readonly replacements: Readonly<Record<string, number>>
}
