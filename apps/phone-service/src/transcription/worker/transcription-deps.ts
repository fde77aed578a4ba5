import type { LiveService } from '../../live/index.ts'
import type { RecordingStorageService } from '../../recordings/index.ts'
import type { Services } from '../../services.ts'

export type TranscriptionDeps = Services & LiveService & RecordingStorageService
