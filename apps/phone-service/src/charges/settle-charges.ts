import type { Kysely } from 'kysely'
import type { PhoneTables } from '../database/tables.ts'
import { computeCostMicros } from '../prices/index.ts'
import { lockOpenCharges, type OpenCharge, saveAnswerTime, saveSettlement } from './call-charges.ts'

/** A leg of a call. Times are epoch milliseconds. */
interface ChargedLeg {
  readonly id: string
  readonly joinedAt: number | null
  readonly leftAt: number | null
}

/** Saves the costs of an ended call. A leg that was not answered costs nothing. */
export async function settleCall(
  transaction: Kysely<PhoneTables>,
  callId: string,
  legs: readonly ChargedLeg[],
): Promise<void> {
  for (const charge of await lockOpenCharges(transaction, callId)) {
    await settle(
      transaction,
      charge,
      legs.find(({ id }) => id === charge.legId),
    )
  }
}

/** Saves the costs of the legs that have left an active call. */
export async function settleLegs(
  database: Kysely<PhoneTables>,
  callId: string,
  legs: readonly ChargedLeg[],
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    for (const charge of await lockOpenCharges(transaction, callId)) {
      const leg = legs.find(({ id }) => id === charge.legId)
      if (leg && leg.leftAt !== null) await settle(transaction, charge, leg)
    }
  })
}

/**
 * Saves that the trunk of a leg has answered, which it charges also when the leg has never joined. A leg that has left
 * before costs what the shortest answered call does.
 */
export async function chargeAnswer(
  database: Kysely<PhoneTables>,
  legId: string,
  answeredAt: Date,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const settled = await saveAnswerTime(transaction, legId, answeredAt)
    if (settled) await settle(transaction, settled, undefined)
  })
}

async function settle(
  database: Kysely<PhoneTables>,
  { legId, price, answeredAt }: OpenCharge,
  leg: ChargedLeg | undefined,
): Promise<void> {
  const startedAt = answeredAt ?? leg?.joinedAt ?? null
  const talkedMs = startedAt === null ? 0 : (leg?.leftAt ?? startedAt) - startedAt
  const seconds = Math.max(startedAt === null ? 0 : 1, Math.ceil(talkedMs / 1_000))
  await saveSettlement(database, legId, {
    seconds,
    costMicros: price ? computeCostMicros(price, seconds) : 0,
  })
}
