import type { Call } from '@parley/contract/phone'
import { formatNumber } from '../dial/numbers/format-number.ts'
import type { Language } from '../i18n/language.tsx'
import { legName } from './describe-call.ts'

/** A sentence about what happened in a call, and when. */
interface HistoryEntry {
  readonly at: number
  readonly sentence: string
}

/** Describes in order who transferred, parked and picked up a call, where it was forwarded, and its merge. */
export function describeHistory(call: Call, language: Language): HistoryEntry[] {
  const entries = [
    ...describeForwarding(call, language),
    ...describeMarks(call, language),
    ...describeUnansweredTransfer(call, language),
    ...describeMerge(call, language),
  ]
  return entries.toSorted((one, other) => one.at - other.at)
}

function describeForwarding(call: Call, language: Language): HistoryEntry[] {
  const leg = call.legs.find(({ id }) => id === call.forwardedLegId)
  if (!leg || leg.joinedAt === null) return []
  return [{ at: leg.joinedAt, sentence: language.t('history.forwarded', { name: legName(leg, language) }) }]
}

function describeMarks(call: Call, language: Language): HistoryEntry[] {
  const { t } = language
  return call.marks.flatMap(({ type, at, legId }) => {
    const leg = call.legs.find(({ id }) => id === legId)
    const name = leg ? legName(leg, language) : t('calls.unknown')
    if (type === 'parked') return [{ at, sentence: t('history.parked', { user: name }) }]
    if (type === 'left-connected') return [{ at, sentence: t('history.left-connected', { user: name }) }]
    if (type === 'picked-up') return [{ at, sentence: t('history.picked-up', { user: name }) }]
    if (type !== 'transferred') return []
    const user = call.transfer?.legId === legId ? findUserName(call) : null
    const sentence =
      user === null ? t('history.transferred', { name }) : t('history.transferred-by', { user, name })
    return [{ at, sentence }]
  })
}

/** A transfer whose number has not answered until the call ended. */
function describeUnansweredTransfer(call: Call, { t }: Language): HistoryEntry[] {
  const { transfer, phase } = call
  if (!transfer || phase !== 'ended' || transfer.stage === 'completed' || transfer.stage === 'consulting')
    return []
  const user = findUserName(call) ?? t('calls.unknown')
  const name = transfer.name ?? formatNumber(transfer.number)
  return [{ at: transfer.at, sentence: t('history.transfer-unanswered', { user, name }) }]
}

function describeMerge({ endReason, endedAt }: Call, { t }: Language): HistoryEntry[] {
  return endReason === 'merged' && endedAt !== null ? [{ at: endedAt, sentence: t('ended.merged') }] : []
}

/** Returns the name of the user who has transferred a call, if it is known. */
function findUserName({ legs, transfer }: Call): string | null {
  return legs.find(({ userId }) => userId !== null && userId === transfer?.userId)?.name ?? null
}
