/** Milliseconds since the start of the audio. */
export interface TimedText {
  readonly startMs: number
  readonly endMs: number
  readonly text: string
}

export interface TranscribedSegment extends TimedText {
  /** Empty when the provider gives no times of words. */
  readonly words: readonly TimedText[]
}
