import { z } from 'zod'
import { EngineError, type JoinReply } from '../../port.ts'

const replySchema = z.object({
  connectionId: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  sdp: z.string().min(1).max(64_000),
})

/**
 * What the browser side answered. It comes from a browser, so nothing of it is believed.
 *
 * @throws {EngineError} `reply-not-understood`
 */
export function readReply(reply: JoinReply): z.infer<typeof replySchema> {
  const read = replySchema.safeParse(reply)
  if (!read.success) throw new EngineError('reply-not-understood')
  return read.data
}
