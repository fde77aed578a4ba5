export interface AudioEncoder {
  /**
   * Encodes one frame of PCM at the codec's sample rate. The next call may overwrite the result: send or copy
   * it first.
   */
  encode(pcm: Int16Array): Uint8Array
}

export interface AudioDecoder {
  /**
   * Returns the PCM of one payload, or null for an invalid payload. The next call may overwrite the result.
   */
  decode(payload: Uint8Array): Int16Array | null
  /** Returns a substitute for `samples` lost samples. Fades to silence during a long loss. */
  conceal(samples: number): Int16Array
  /**
   * Returns the audio of the lost packet before `next`, from the forward error correction data of `next`
   * where available.
   */
  recover(next: Uint8Array, samples: number): Int16Array
  /** Frees the codec's resources. */
  close(): void
}
