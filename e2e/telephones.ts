import { createSine } from '@parley/rtp'
import type { TestCall } from '@parley/simulated-pstn/testing'

/** Answers a call of a telephone, and plays a tone to the caller. */
export async function answerWithTone(call: TestCall, toneHz: number): Promise<void> {
  await call.answer()
  call.play(createSine(toneHz, 8_000))
}
