/** The recording of a call before it was merged into another one. */
export interface ReleasedRecording {
  readonly wasActive: boolean
  readonly wasPaused: boolean
  /** The legs that have heard the announcement. */
  readonly announcedLegIds: readonly string[]
}
