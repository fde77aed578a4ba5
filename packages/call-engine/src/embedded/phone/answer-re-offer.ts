import type { ReOffer } from '@parley/sip'
import type { Agreement, AudioNegotiator } from './audio-negotiator.ts'

/**
 * Answers an offer of the peer in an established call. Returns the agreed audio; null when the session stays as it
 * is, or changes with the answer to our offer.
 */
export async function answerReOffer(reOffer: ReOffer, audio: AudioNegotiator): Promise<Agreement | null> {
  const answered = reOffer.sdp === null ? null : await audio.answer(reOffer.sdp)
  if (answered) reOffer.answer(answered.sdp)
  else if (reOffer.sdp === null) reOffer.answer(audio.offer())
  else reOffer.refuse(488)
  return answered?.agreement ?? null
}
