/** A session description with its lines in order; RFC 4566 (RFC 8866). */
export interface SessionDescription {
  /** Lines before the first `m=`, except `v=0`, `o=` and `s=`. */
  readonly origin: {
    readonly username: string
    readonly sessionId: string
    readonly version: string
    readonly address: string
  }
  readonly sessionName: string
  /** Connection address of sections without one, or null. */
  readonly connection: string | null
  readonly attributes: readonly Attribute[]
  readonly media: readonly MediaSection[]
}

/** `a=name` or `a=name:value`. */
export interface Attribute {
  readonly name: string
  readonly value: string | null
}

/** One `m=` line and its attributes. Unknown attributes are preserved. */
export interface MediaSection {
  /** `audio`, `video`, … */
  readonly kind: string
  /** 0 refuses the section; RFC 3264, section 6. */
  readonly port: number
  /** `RTP/AVP`, `RTP/SAVP`, `UDP/TLS/RTP/SAVPF`, … */
  readonly protocol: string
  /** Payload types for RTP. */
  readonly formats: readonly string[]
  readonly connection: string | null
  readonly attributes: readonly Attribute[]
}
