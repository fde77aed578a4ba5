import { z } from 'zod'
import { EngineError, type JoinReply } from '../../port.ts'

const replySchema = z.object({
  connectionId: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  sdp: z.string().min(1).max(64_000),
})

/**
 * Parses the answer of a browser. Browser input is untrusted.
 *
 * @throws {EngineError} `invalid-answer`
 */
export function readReply(answer: JoinReply): z.infer<typeof replySchema> {
  const parsed = replySchema.safeParse(answer)
  if (!parsed.success) throw new EngineError('reply-not-understood')
  return parsed.data
}
