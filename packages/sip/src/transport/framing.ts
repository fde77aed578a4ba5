/** The contents of a stream: messages, and the pings and pongs of RFC 5626, 4.4.1. */
export type Frame =
  | { readonly type: 'message'; readonly bytes: Uint8Array }
  /** A message of unknown length. A response may be sent; then the connection must be closed. */
  | { readonly type: 'unframed'; readonly bytes: Uint8Array }
  | { readonly type: 'ping' }
  | { readonly type: 'pong' }
  /**
   * A message over the size limit; the bytes are its header or a part of it. The connection must be closed,
   * as above.
   */
  | { readonly type: 'too-long'; readonly bytes: Uint8Array }

const lengthField = /\r\n(?:content-length|l)[ \t]*:[ \t]*(?:\r\n[ \t]+)*([^\r\n]*)/gi

/** Extracts messages from a stream by their Content-Length; RFC 3261, 18.3. */
export class MessageFramer {
  readonly #longest: number
  #chunks: Buffer[] = []
  #held = 0
  /** Number of bytes that the next frame needs at least. */
  #needed = 2

  constructor(maxMessageBytes: number) {
    this.#longest = maxMessageBytes
  }

  /** Whether bytes are left. After `next` has returned null, they are a message that has arrived partially. */
  get partial(): boolean {
    return this.#held > 0
  }

  /** Adds received bytes. They are searched by `next` only, because a chunk can contain thousands of frames. */
  push(chunk: Uint8Array): void {
    this.#chunks.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))
    this.#held += chunk.length
  }

  /** Returns the next frame; null until it is complete, and after `unframed` or `too-long`. */
  next(): Frame | null {
    if (this.#held < this.#needed) return null
    const [first, ...others] = this.#chunks
    const buffer = first && others.length === 0 ? first : Buffer.concat(this.#chunks)
    const cut = this.#cut(buffer)
    const isLast = cut?.frame.type === 'unframed' || cut?.frame.type === 'too-long'
    const rest = isLast ? buffer.subarray(buffer.length) : buffer.subarray(cut?.bytes ?? 0)
    if (cut) this.#needed = isLast ? Number.POSITIVE_INFINITY : 2
    this.#chunks = rest.length > 0 ? [rest] : []
    this.#held = rest.length
    return cut?.frame ?? null
  }

  #cut(buffer: Buffer): { frame: Frame; bytes: number } | null {
    this.#needed = buffer.length + 1
    if (buffer[0] === 0x0d && buffer[1] === 0x0a) return takeKeepAlive(buffer)
    const headEnd = buffer.indexOf('\r\n\r\n')
    if (headEnd < 0)
      return buffer.length > this.#longest ? { frame: { type: 'too-long', bytes: buffer }, bytes: 0 } : null

    const [field, ...others] = buffer.toString('latin1', 0, headEnd + 2).matchAll(lengthField)
    const length = field?.[1]?.trim()
    if (length === undefined || others.length > 0 || !/^\d{1,9}$/.test(length)) {
      return { frame: { type: 'unframed', bytes: buffer.subarray(0, headEnd + 4) }, bytes: buffer.length }
    }
    const bytes = headEnd + 4 + Number(length)
    if (bytes > this.#longest)
      return { frame: { type: 'too-long', bytes: buffer.subarray(0, headEnd + 4) }, bytes: 0 }
    if (bytes > buffer.length) {
      this.#needed = bytes
      return null
    }
    return { frame: { type: 'message', bytes: buffer.subarray(0, bytes) }, bytes }
  }
}

/**
 * Two line breaks are a ping. A single one may be half a ping; it counts as a pong once other bytes follow.
 */
function takeKeepAlive(buffer: Buffer): { frame: Frame; bytes: number } {
  const ping = buffer[2] === 0x0d && buffer[3] === 0x0a
  return ping ? { frame: { type: 'ping' }, bytes: 4 } : { frame: { type: 'pong' }, bytes: 2 }
}
