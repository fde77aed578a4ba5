import { z } from 'zod'
import type { Outcome } from './interpreter.ts'
import type { RenderResult } from './render-request.ts'

/** Of the HTML and of the text, in UTF-16 code units. */
export const maxHtmlLength = 1024 * 1024
/** Of the preview variables, in UTF-16 code units of JSON. */
const maxVariablesLength = 64 * 1024

const result = z.object({
  html: z.string().max(maxHtmlLength),
  text: z.string().max(maxHtmlLength),
  subject: z.string().max(2_000).nullable(),
  category: z.string().max(100).nullable(),
  previewVariables: z
    .record(z.string(), z.unknown())
    .refine((variables) => JSON.stringify(variables).length <= maxVariablesLength),
})

/** The outcome of a render with a valid result. `mustDiscard` means that the thread must be discarded. */
export type RenderOutcome =
  | { readonly kind: 'done'; readonly result: RenderResult }
  | { readonly kind: 'failed'; readonly message: string; readonly mustDiscard: boolean }

/**
 * Validates a result, because it was produced by untrusted code. Runs in the worker thread: parsing takes time that
 * the code chooses.
 */
export function validateOutcome(outcome: Outcome): RenderOutcome {
  if (outcome.kind === 'failed') return outcome
  try {
    return { kind: 'done', result: result.parse(JSON.parse(outcome.json)) }
  } catch {
    return { kind: 'failed', message: 'The rendered result is too large or invalid.', mustDiscard: false }
  }
}
