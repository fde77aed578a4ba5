import { PhoneError } from '@parley/contract/phone'
import type { Kysely } from 'kysely'
import { findOpenCharge, insertCharge, saveReservation, sumDay } from '../charges/index.ts'
import type { PhoneTables } from '../database/tables.ts'
import { isEmergencyTestNumber } from '../numbering-plan/index.ts'
import { type CallPrice, computeCostMicros, findPrice } from '../prices/index.ts'
import type { Services } from '../services.ts'
import { type DailyLimits, defaultTimeZone, findDailyLimits, lockDailyLimits } from './records/index.ts'

type Database = Kysely<PhoneTables>

/** A leg that a trunk of the workspace dials. Calls within the simulated network are free. */
export interface ChargedLeg {
  readonly callId: string
  readonly number: string
  readonly country: string | null
}

interface DialledLeg extends ChargedLeg {
  readonly legId: string
  readonly workspaceId: string
  readonly userId: string | null
}

type DailyLimitCode = 'CALL_LIMIT_MINUTES_PER_DAY' | 'CALL_LIMIT_SPEND_PER_DAY'

type Deps = Pick<Services, 'now'> & { readonly settings: Pick<Services['settings'], 'reservationSeconds'> }

/**
 * Reserves the first part of a call within the limits per day, with the price of now. Returns the error of the
 * limit that is reached, or null.
 */
export async function reserveTime(
  { now, settings }: Deps,
  transaction: Database,
  leg: DialledLeg,
): Promise<PhoneError | null> {
  const { workspaceId, number } = leg
  const { reservationSeconds: reservedSeconds } = settings
  const limits = await lockDailyLimits(transaction, workspaceId)
  const price = await findPrice(transaction, workspaceId, number)
  const day = toDay(now(), limits?.timeZone ?? defaultTimeZone)
  const refusal = await checkLimits(transaction, limits, { workspaceId, number, price, day, reservedSeconds })
  if (refusal) return refusal
  await insertCharge(transaction, { ...leg, day, price, reservedSeconds })
  return null
}

/** Returns the error with which a call to a number would be rejected now, or null. Reserves nothing. */
export async function findReachedLimit(
  { database, now, settings }: Deps & Pick<Services, 'database'>,
  workspaceId: string,
  { number, price }: { number: string; price: CallPrice | null },
): Promise<PhoneError | null> {
  const limits = await findDailyLimits(database, workspaceId)
  const day = toDay(now(), limits?.timeZone ?? defaultTimeZone)
  const { reservationSeconds: reservedSeconds } = settings
  return await checkLimits(database, limits, { workspaceId, number, price, day, reservedSeconds })
}

interface Reservation {
  readonly workspaceId: string
  readonly number: string
  readonly price: CallPrice | null
  readonly day: string
  readonly reservedSeconds: number
}

async function checkLimits(
  database: Database,
  limits: DailyLimits | null,
  { workspaceId, number, price, day, reservedSeconds }: Reservation,
): Promise<PhoneError | null> {
  if (!limits) return null
  const { minutesPerDay, spendPerDay } = limits
  // Extensions and short codes have no prices, and may cost any amount. That of providers for emergency tests is free.
  const isFree = isEmergencyTestNumber(number)
  if (spendPerDay !== null && price === null && !isFree) return new PhoneError('NO_PRICE')
  const used = await sumDay(database, workspaceId, { day, currency: price?.currency ?? null })
  const next = {
    seconds: used.seconds + reservedSeconds,
    costMicros: used.costMicros + (price ? computeCostMicros(price, reservedSeconds) : 0),
  }
  const reached = findExceeded(limits, next)
  if (reached === 'CALL_LIMIT_MINUTES_PER_DAY') return new PhoneError(reached, { limit: minutesPerDay ?? 0 })
  if (reached) return new PhoneError(reached, { limit: spendPerDay ?? 0, currency: price?.currency ?? 'XXX' })
  return null
}

function findExceeded(
  { minutesPerDay, spendPerDay }: DailyLimits,
  { seconds, costMicros }: { seconds: number; costMicros: number },
): DailyLimitCode | null {
  if (minutesPerDay !== null && seconds > minutesPerDay * 60) return 'CALL_LIMIT_MINUTES_PER_DAY'
  return spendPerDay !== null && costMicros > spendPerDay * 1_000_000 ? 'CALL_LIMIT_SPEND_PER_DAY' : null
}

export interface ExtendedTime {
  /** When the trunk has answered, in epoch milliseconds; null when that is not known yet. */
  readonly answeredAt: number | null
  readonly reservedSeconds: number
  /** The limit that prevented a further part; null when it was reserved. */
  readonly reached: DailyLimitCode | null
}

/**
 * Reserves the next part of a running call within the limits of the day on which it was dialled. Returns null
 * for a leg that is free, or has left.
 */
export async function extendTime(
  { database, settings }: Pick<Services, 'database'> & Pick<Deps, 'settings'>,
  workspaceId: string,
  legId: string,
): Promise<ExtendedTime | null> {
  return await database.transaction().execute(async (transaction) => {
    const limits = await lockDailyLimits(transaction, workspaceId)
    const charge = await findOpenCharge(transaction, legId)
    if (!charge) return null
    const { price, day, answeredAt } = charge
    const reservedSeconds = charge.reservedSeconds + settings.reservationSeconds
    const costMicros = price ? computeCostMicros(price, reservedSeconds) : 0
    if (limits) {
      const used = await sumDay(transaction, workspaceId, { day, currency: price?.currency ?? null })
      const reached = findExceeded(limits, {
        seconds: used.seconds + settings.reservationSeconds,
        costMicros: used.costMicros + costMicros - charge.costMicros,
      })
      if (reached) return { answeredAt, reservedSeconds: charge.reservedSeconds, reached }
    }
    await saveReservation(transaction, legId, { reservedSeconds, costMicros })
    return { answeredAt, reservedSeconds, reached: null }
  })
}

/** Returns the date of a moment in a time zone: `2026-11-23`. */
export function toDay(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(at)
}
