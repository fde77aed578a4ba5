export type { TimedText, TranscribedSegment, Transcription } from './parse-transcription.ts'
export { ProviderError } from './provider-error.ts'
export { requestTranscription, type SentAudio } from './request-transcription.ts'
export type { ProviderConnection } from './send-to-provider.ts'
