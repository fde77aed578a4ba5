export { findSpeech } from './find-speech.ts'
export type { SpeechInterval } from './speech-detector.ts'
