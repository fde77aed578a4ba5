import { type me, PhoneError } from '@parley/contract/phone'
import type { z } from 'zod'
import type { Caller } from '../access/index.ts'
import type { Services } from '../services.ts'
import { listTrunkNumbers } from '../trunks/index.ts'
import { countCarrierNumbers, findCarrierNumber, giveCarrierNumber } from './carrier-numbers.ts'

export type OwnNumber = z.output<typeof me.ownNumber> & { readonly trunkId: string | null }

/** How many numbers that turn out to be taken are tried. Taken ones come from parallel first visits. */
const mostTries = 200

/**
 * The numbers that a member may call from. Who comes for the first time is given one of the carrier.
 *
 * @throws {PhoneError} `NO_NUMBER_LEFT`
 */
export async function ownNumbersOf(
  services: Pick<Services, 'database' | 'carrier' | 'now'>,
  caller: Caller,
): Promise<OwnNumber[]> {
  const [personal, ofTrunks] = await Promise.all([
    services.carrier ? personalNumberOf(services, caller) : null,
    listTrunkNumbers(services.database, caller.workspaceId),
  ])
  const own: OwnNumber[] = ofTrunks.map(({ number, trunkId, trunkName }) => ({
    number,
    through: 'trunk',
    trunkName,
    rings: 'workspace',
    trunkId,
  }))
  if (personal)
    own.unshift({ number: personal, through: 'carrier', trunkName: null, rings: 'me', trunkId: null })
  return own
}

async function personalNumberOf(
  { database, carrier, now }: Pick<Services, 'database' | 'carrier' | 'now'>,
  caller: Caller,
): Promise<string> {
  const own = await findCarrierNumber(database, caller)
  if (own) return own

  const first = await countCarrierNumbers(database)
  for (let index = first; index < first + mostTries; index += 1) {
    const number = carrier?.personalNumberAt(index)
    if (!number) break
    await giveCarrierNumber(database, number, caller, new Date(now()))
    // Also when a parallel request of the same person has just been given one.
    const given = await findCarrierNumber(database, caller)
    if (given) return given
  }
  throw new PhoneError('NO_NUMBER_LEFT')
}
