import type { Call } from '@parley/contract/phone'
import type { Language } from '../../i18n/language.tsx'
import { callTitle } from '../describe-call.ts'

/** Returns the name of the file of a recording: local date and time of the call, and the other parties. */
export function nameRecording(call: Call, language: Language): string {
  const start = new Date(call.startedAt)
  const pad = (part: number) => String(part).padStart(2, '0')
  const date = [start.getFullYear(), start.getMonth() + 1, start.getDate()].map(pad).join('-')
  const time = [start.getHours(), start.getMinutes()].map(pad).join('.')
  return `${date} ${time} ${callTitle(call, language)}`.slice(0, 150)
}
