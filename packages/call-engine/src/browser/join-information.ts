/** What the embedded engine tells its browser side. Both sides of one version read it; nobody else does. */
export interface EmbeddedJoinInformation {
  readonly engine: 'embedded'
  readonly connectionId: string
  /** SDP offer with all candidates. */
  readonly sdp: string
  readonly iceServers: readonly {
    readonly urls: readonly string[]
    readonly username?: string
    readonly credential?: string
  }[]
}

/** Reads join information, or answers null: a page of another version than its service has to be loaded again. */
export function readJoinInformation(value: unknown): EmbeddedJoinInformation | null {
  const information = value as Partial<EmbeddedJoinInformation> | null
  const isWhole =
    typeof information === 'object' &&
    information?.engine === 'embedded' &&
    typeof information.connectionId === 'string' &&
    typeof information.sdp === 'string' &&
    Array.isArray(information.iceServers)
  return isWhole ? (information as EmbeddedJoinInformation) : null
}
