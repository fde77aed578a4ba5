/** A session description, its lines kept in order; RFC 4566 (RFC 8866). */
export interface SessionDescription {
  /** Lines before the first `m=`, without `v=0`, `o=` and `s=`, which have fields of their own. */
  readonly origin: {
    readonly username: string
    readonly sessionId: string
    readonly version: string
    readonly address: string
  }
  readonly sessionName: string
  /** Connection address for every section that has none, or null. */
  readonly connection: string | null
  readonly attributes: readonly Attribute[]
  readonly media: readonly MediaSection[]
}

/** `a=name` or `a=name:value`. */
export interface Attribute {
  readonly name: string
  readonly value: string | null
}

/** One `m=` line and what follows it. Attributes that nobody here understands are kept as they are. */
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
