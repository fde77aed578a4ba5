import type { Call, EndReason, Leg } from '@parley/contract/phone'
import { legName } from '../../calls/describe-call.ts'
import type { Language } from '../../i18n/language.tsx'

interface UnansweredLeg extends Leg {
  readonly leftReason: EndReason
}

/** The added participants who have left since an earlier state of a call that continues, without an answer. */
export function listUnansweredLegs(before: Call, after: Call): UnansweredLeg[] {
  if (after.phase === 'ended') return []
  const left = new Set(before.legs.filter(({ state }) => state === 'left').map(({ id }) => id))
  return after.legs
    .filter(({ id, kind, state, joinedAt }) => {
      return kind === 'phone' && state === 'left' && joinedAt === null && !left.has(id)
    })
    .filter(hasReason)
    .filter(({ leftReason }) => leftReason !== 'removed')
}

function hasReason(leg: Leg): leg is UnansweredLeg {
  return leg.leftReason !== null
}

/** Explains why an added participant did not join. */
export function explainUnanswered(leg: UnansweredLeg, language: Language): string {
  const name = legName(leg, language)
  const { leftReason } = leg
  return leftReason === 'rejected' || leftReason === 'declined'
    ? language.t('live.declined', { name })
    : language.t(`ended.${leftReason}`, { name })
}
