/** What a stream holds: messages, and the pings and pongs of RFC 5626, 4.4.1. */
export type Frame =
  | { readonly type: 'message'; readonly bytes: Uint8Array }
  /** Where the message ends cannot be known. It may be answered; then the connection must be closed. */
  | { readonly type: 'unframed'; readonly bytes: Uint8Array }
  | { readonly type: 'ping' }
  | { readonly type: 'pong' }
  /** Longer than allowed: what is there is the header, or part of it. The connection must be closed, as above. */
  | { readonly type: 'too-long'; readonly bytes: Uint8Array }

const lengthField = /\r\n(?:content-length|l)[ \t]*:[ \t]*(?:\r\n[ \t]+)*([^\r\n]*)/gi

/** Cuts messages out of a stream by their Content-Length; RFC 3261, 18.3. */
export class MessageFramer {
  readonly #longest: number
  #chunks: Buffer[] = []
  #held = 0
  /** Nothing can be cut out before this many bytes are there. */
  #needed = 2

  constructor(longestMessageBytes: number) {
    this.#longest = longestMessageBytes
  }

  /** Whether a message has begun and is not yet whole. */
  get partial(): boolean {
    return this.#held > 0
  }

  /** Takes what arrived and answers what is whole now. After `unframed` or `too-long` nothing more is read. */
  push(chunk: Uint8Array): Frame[] {
    this.#chunks.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))
    this.#held += chunk.length
    if (this.#held < this.#needed) return []

    let buffer: Buffer = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks)
    const frames: Frame[] = []
    for (;;) {
      const cut = this.#cut(buffer)
      if (!cut) break
      frames.push(cut.frame)
      buffer = buffer.subarray(cut.bytes)
      if (cut.frame.type === 'unframed' || cut.frame.type === 'too-long')
        buffer = buffer.subarray(buffer.length)
    }
    this.#chunks = buffer.length > 0 ? [buffer] : []
    this.#held = buffer.length
    return frames
  }

  #cut(buffer: Buffer): { frame: Frame; bytes: number } | null {
    this.#needed = buffer.length + 1
    if (buffer[0] === 0x0d && buffer[1] === 0x0a) return cutKeepAlive(buffer)
    const headEnd = buffer.indexOf('\r\n\r\n')
    if (headEnd < 0)
      return buffer.length > this.#longest ? { frame: { type: 'too-long', bytes: buffer }, bytes: 0 } : null

    const written = [...buffer.toString('latin1', 0, headEnd + 2).matchAll(lengthField)].map((match) =>
      match[1]!.trim(),
    )
    if (written.length !== 1 || !/^\d{1,9}$/.test(written[0]!)) {
      return { frame: { type: 'unframed', bytes: buffer.subarray(0, headEnd + 4) }, bytes: buffer.length }
    }
    const bytes = headEnd + 4 + Number(written[0])
    if (bytes > this.#longest)
      return { frame: { type: 'too-long', bytes: buffer.subarray(0, headEnd + 4) }, bytes: 0 }
    if (bytes > buffer.length) {
      this.#needed = bytes
      return null
    }
    return { frame: { type: 'message', bytes: buffer.subarray(0, bytes) }, bytes }
  }
}

/** Two line breaks are a ping. One alone may be the first half of a ping, and is taken for a pong when more follows. */
function cutKeepAlive(buffer: Buffer): { frame: Frame; bytes: number } {
  const ping = buffer[2] === 0x0d && buffer[3] === 0x0a
  return ping ? { frame: { type: 'ping' }, bytes: 4 } : { frame: { type: 'pong' }, bytes: 2 }
}
