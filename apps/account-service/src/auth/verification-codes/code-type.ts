import type { z } from 'zod'
import type { AccountOptions } from '../../config.ts'

/** A type of code: its payload and lifetime. A code of another type is not found. */
export interface CodeType<Data> {
  readonly name: string
  readonly data: z.ZodType<Data>
  lifetimeMs(options: AccountOptions): number
  /** Maximum number of attempts; 20 if omitted. */
  readonly maxAttempts?: number
}

export function codeType<Data>(description: CodeType<Data>): CodeType<Data> {
  return description
}
