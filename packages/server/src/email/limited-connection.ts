import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'

/**
 * A connection to a server of a user, which ends with an error when the server has sent more than `maxBytes`: the
 * SMTP client stores all lines of a response, and handles them one by one long after the connection has ended.
 * All bytes are counted, also those below STARTTLS.
 */
export class LimitedConnection extends Duplex {
  readonly #socket: Socket

  constructor(socket: Socket, maxBytes: number) {
    super()
    this.#socket = socket
    let received = 0
    socket.on('data', (chunk: Buffer) => {
      received += chunk.length
      if (received > maxBytes) this.destroy(new Error(`The server has sent more than ${maxBytes} bytes.`))
      else if (!this.push(chunk)) socket.pause()
    })
    socket.once('end', () => this.push(null))
    socket.once('error', (error) => this.destroy(error))
    socket.once('close', () => this.destroy())
  }

  override _read(): void {
    this.#socket.resume()
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, encoding, done)
  }

  override _final(done: () => void): void {
    this.#socket.end(done)
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.destroy()
    done(error)
  }

  setKeepAlive(isEnabled: boolean): this {
    this.#socket.setKeepAlive(isEnabled)
    return this
  }

  setTimeout(timeoutMs: number): this {
    this.#socket.setTimeout(timeoutMs, () => this.emit('timeout'))
    return this
  }
}
