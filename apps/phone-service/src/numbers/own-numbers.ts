import { type me, PhoneError } from '@parley/contract/phone'
import type { z } from 'zod'
import type { Caller } from '../access/index.ts'
import type { Services } from '../services.ts'
import { listTrunkNumbers } from '../trunks/index.ts'
import { countCarrierNumbers, findCarrierNumber, giveCarrierNumber } from './carrier-numbers.ts'

export type OwnNumber = z.output<typeof me.ownNumber> & { readonly trunkId: string | null }

/** A number may be taken by a concurrent first request, so that the next one has to be tried. */
const mostTries = 200

/**
 * Returns the numbers that a member may call from. The first request assigns a personal number of the simulated
 * telephone network.
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
    // Also covers a number that a concurrent request of the same user has just received.
    const given = await findCarrierNumber(database, caller)
    if (given) return given
  }
  throw new PhoneError('NO_NUMBER_LEFT')
}
