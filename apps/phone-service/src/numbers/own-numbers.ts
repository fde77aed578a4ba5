import type { me } from '@parley/contract/phone'
import type { z } from 'zod'
import type { CurrentUser } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { listTrunkNumbers } from '../trunks/index.ts'
import { listVerifiedNumbers } from '../verified-numbers/index.ts'
import { findPersonalNumber } from './personal-numbers.ts'
import type { SimulatedPstnService } from './simulated-pstn-access.ts'

export type OwnNumber = z.output<typeof me.callerIdNumber> & { readonly trunkId: string | null }

/** Returns the numbers that a member may call from. {@link assignPersonalNumber} gives them one of the simulated network. */
export async function listOwnNumbers(
  { database, simulatedPstn }: Pick<Services, 'database'> & SimulatedPstnService,
  user: CurrentUser,
): Promise<OwnNumber[]> {
  const [personal, trunkNumbers, verified] = await Promise.all([
    simulatedPstn ? findPersonalNumber(database, user) : null,
    listTrunkNumbers(database, user.workspaceId),
    listVerifiedNumbers(database, user.workspaceId),
  ])
  const elsewhere = { trunkName: null, label: null, trunkId: null }
  const own: OwnNumber[] = trunkNumbers.map((one) => ({
    ...one,
    source: 'trunk',
    label: null,
    ringsFor: 'workspace',
  }))
  if (personal) own.unshift({ ...elsewhere, number: personal.number, source: 'carrier', ringsFor: 'me' })
  for (const { number, label } of verified) {
    // A number that was assigned to a member or a trunk after it was verified.
    if (own.some((one) => one.number === number)) continue
    own.push({ ...elsewhere, number, label: label || null, source: 'verification', ringsFor: 'elsewhere' })
  }
  return own
}
