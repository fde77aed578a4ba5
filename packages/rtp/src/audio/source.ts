/** Something that can be listened to, frame by frame: a tone, hold music, a file. */
export interface AudioSource {
  /** The next `samples` samples, or null when it has ended. A last, shorter frame is padded with silence. */
  read(samples: number): Int16Array | null
}
