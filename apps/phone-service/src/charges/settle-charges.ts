import type { Kysely } from 'kysely'
import type { PhoneTables } from '../database/tables.ts'
import { computeCostMicros } from '../prices/index.ts'
import { listOpenCharges, type OpenCharge, saveSettlement } from './call-charges.ts'

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
  for (const charge of await listOpenCharges(transaction, callId)) {
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
  for (const charge of await listOpenCharges(database, callId)) {
    const leg = legs.find(({ id }) => id === charge.legId)
    if (leg && leg.leftAt !== null) await settle(database, charge, leg)
  }
}

async function settle(
  database: Kysely<PhoneTables>,
  { legId, price }: OpenCharge,
  leg: ChargedLeg | undefined,
): Promise<void> {
  const talkedMs = leg && leg.joinedAt !== null && leg.leftAt !== null ? leg.leftAt - leg.joinedAt : 0
  const seconds = Math.max(0, Math.ceil(talkedMs / 1_000))
  await saveSettlement(database, legId, {
    seconds,
    costMicros: price ? computeCostMicros(price, seconds) : 0,
  })
}
