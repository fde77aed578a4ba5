import type { LegId } from './identifiers.ts'

/** The recording of one leg: a WAV file, 16-bit mono PCM at 8 or 16 kHz. */
export interface RecordingLocation {
  readonly legId: LegId
  readonly file: string
  /** Epoch milliseconds of the first sample; equal for all files of one recording. */
  readonly startedAt: number
  readonly durationMs: number
}

/** A recording that an earlier process did not finish, with its header repaired. */
export interface RecoveredRecording {
  readonly file: string
  readonly durationMs: number
  readonly sizeBytes: number
}

export interface StartedRecording {
  readonly legId: LegId
  readonly file: string
  /** Epoch milliseconds of the first sample. */
  readonly startedAt: number
}
