import { z } from 'zod'
import { type BrowserAnswer, EngineError } from '../../../port.ts'

const browserAnswerSchema = z.object({
  connectionId: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  sdp: z.string().min(1).max(64_000),
})

/**
 * Parses the answer of a browser. Browser input is untrusted.
 *
 * @throws {EngineError} `invalid-answer`
 */
export function parseBrowserAnswer(answer: BrowserAnswer): z.infer<typeof browserAnswerSchema> {
  const parsed = browserAnswerSchema.safeParse(answer)
  if (!parsed.success) throw new EngineError('invalid-answer')
  return parsed.data
}
