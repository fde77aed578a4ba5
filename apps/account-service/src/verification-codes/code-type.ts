import type { z } from 'zod'
import type { AccountOptions } from '../options.ts'

/** A kind of code: what it carries and how long it lives. A code of another kind is not found. */
export interface CodeType<Data> {
  readonly name: string
  readonly data: z.ZodType<Data>
  lifeMs(options: AccountOptions): number
  /** How often a code may be tried; 20 times when left out. */
  readonly mostAttempts?: number
}

export function codeType<Data>(description: CodeType<Data>): CodeType<Data> {
  return description
}
