import type { Call, EndReason, Leg } from '@parley/contract/phone'
import { legName } from '../../calls/describe-call.ts'
import type { Language } from '../../i18n/language.tsx'

interface DepartedLeg extends Leg {
  readonly leftReason: EndReason
}

/** Limits that disconnect a participant who has answered. */
const limitReasons: readonly (EndReason | null)[] = ['minutes-used', 'money-spent']

/**
 * The participants who have left since an earlier state of a call that continues, and did not decide to: they have
 * not answered, or a limit has disconnected them.
 */
export function listDepartedLegs(before: Call, after: Call): DepartedLeg[] {
  if (after.phase === 'ended') return []
  const left = new Set(before.legs.filter(({ state }) => state === 'left').map(({ id }) => id))
  return after.legs
    .filter(({ id, kind, state }) => kind === 'phone' && state === 'left' && !left.has(id))
    .filter(({ joinedAt, leftReason }) => joinedAt === null || limitReasons.includes(leftReason))
    .filter(hasReason)
    .filter(({ leftReason }) => leftReason !== 'removed')
}

function hasReason(leg: Leg): leg is DepartedLeg {
  return leg.leftReason !== null
}

/** Explains why a participant did not join, or was disconnected. */
export function explainDeparture(leg: DepartedLeg, language: Language): string {
  const name = legName(leg, language)
  const { leftReason } = leg
  return leftReason === 'rejected' || leftReason === 'declined'
    ? language.t('live.declined', { name })
    : language.t(`ended.${leftReason}`, { name })
}
