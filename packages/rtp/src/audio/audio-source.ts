/** A source of PCM: a tone, music on hold, a file. */
export interface AudioSource {
  /** Returns the next `samples` samples, or null at the end. The last frame is padded with silence. */
  read(samples: number): Int16Array | null
}
