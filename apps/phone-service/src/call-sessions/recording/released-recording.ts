/** The recording of a call before it was merged into another one. */
export interface ReleasedRecording {
  readonly wasActive: boolean
  readonly wasPaused: boolean
  readonly wasPausedByUser: boolean
  /** The legs that have heard the announcement. */
  readonly announcedLegIds: readonly string[]
  /** The participants of connected calls who have heard it: users, and legs of telephones. */
  readonly linked: readonly string[]
  /** How often another call has replaced that of each leg, by leg id. */
  readonly replacements: Readonly<Record<string, number>>
}
