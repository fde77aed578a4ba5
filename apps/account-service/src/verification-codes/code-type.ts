import type { z } from 'zod'
import type { AccountOptions } from '../options.ts'

/** A kind of code: what it carries and how long it lives. A code of another kind is not found. */
export interface CodeType<Data> {
  readonly name: string
  readonly data: z.ZodType<Data>
  lifeMs(options: AccountOptions): number
}

export function codeType<Data>(description: CodeType<Data>): CodeType<Data> {
  return description
}
