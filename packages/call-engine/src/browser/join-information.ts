/**
 * Join information of the embedded engine. Opaque to everyone but the two sides of the engine, which must
 * have the same version.
 */
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

/** Parses join information. Returns null for another version: the page must then be reloaded. */
export function readJoinInformation(value: unknown): EmbeddedJoinInformation | null {
  const information = value as Partial<EmbeddedJoinInformation> | null
  const isValid =
    typeof information === 'object' &&
    information?.engine === 'embedded' &&
    typeof information.connectionId === 'string' &&
    typeof information.sdp === 'string' &&
    Array.isArray(information.iceServers)
  return isValid ? (information as EmbeddedJoinInformation) : null
}
