import { PhoneError } from '@parley/contract/phone'
import { listUnknownVariables } from './prompt-variables.ts'

/** @throws {PhoneError} `ANALYSIS_PROMPT_EMPTY`, `ANALYSIS_PROMPT_VARIABLE_UNKNOWN` */
export function requirePublishable(text: string): void {
  if (text.trim() === '') throw new PhoneError('ANALYSIS_PROMPT_EMPTY')
  if (listUnknownVariables(text).length > 0) throw new PhoneError('ANALYSIS_PROMPT_VARIABLE_UNKNOWN')
}
