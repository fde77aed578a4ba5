import type { me } from '@parley/contract/phone'
import type { z } from 'zod'
import type { CurrentUser } from '../request-context/index.ts'
import { createServiceContext, type ServiceTransaction } from '../service-context/index.ts'
import type { Services } from '../services.ts'
import { listTrunkNumbers } from '../trunks/index.ts'
import { listVerifiedNumbers } from '../verified-numbers/index.ts'
import {
  countAssignedNumbers,
  findPersonalNumber,
  insertPersonalNumber,
  lockAndCountPersonalNumbers,
  saveNameOfNumber,
  takeReleasedNumber,
} from './personal-numbers.ts'
import type { SimulatedPstnService } from './simulated-pstn-access.ts'

export type OwnNumber = z.output<typeof me.callerIdNumber> & { readonly trunkId: string | null }

/** A number may be taken by a concurrent first request, so that the next one has to be tried. */
const maxAttempts = 200

/** In all workspaces together, so that no user uses up the numbers of the simulated network. */
const maxPersonalNumbers = 20

/**
 * Returns the numbers that a member may call from. The first request assigns a personal number of the
 * simulated telephone network, unless none is left or the user has too many.
 */
export async function listOwnNumbers(
  services: Pick<Services, 'database' | 'projectId' | 'now'> & SimulatedPstnService,
  user: CurrentUser,
): Promise<OwnNumber[]> {
  const { database } = services
  const [personal, trunkNumbers, verified] = await Promise.all([
    services.simulatedPstn ? assignPersonalNumber(services, user) : null,
    listTrunkNumbers(database, user.workspaceId),
    listVerifiedNumbers(database, user.workspaceId),
  ])
  const elsewhere = { trunkName: null, label: null, trunkId: null }
  const own: OwnNumber[] = trunkNumbers.map((one) => ({
    ...one,
    through: 'trunk',
    label: null,
    rings: 'workspace',
  }))
  if (personal) own.unshift({ ...elsewhere, number: personal, through: 'carrier', rings: 'me' })
  for (const { number, label } of verified) {
    // A number that was assigned to a member or a trunk after it was verified.
    if (own.some((one) => one.number === number)) continue
    own.push({ ...elsewhere, number, label: label || null, through: 'verification', rings: 'elsewhere' })
  }
  return own
}

async function assignPersonalNumber(
  services: Pick<Services, 'database' | 'projectId' | 'now'> & SimulatedPstnService,
  user: CurrentUser,
): Promise<string | null> {
  const { database, simulatedPstn: pstn } = services
  const own = await findPersonalNumber(database, user)
  if (own) {
    if (own.userName !== user.displayName) await saveNameOfNumber(database, own.number, user.displayName)
    return own.number
  }

  const context = createServiceContext(services, user)
  const assign = (chooseNumber: (transaction: ServiceTransaction) => Promise<string | null>) =>
    context.transaction(async (transaction): Promise<'limit-reached' | 'tried'> => {
      const count = await lockAndCountPersonalNumbers(transaction, user.userId)
      if (count >= maxPersonalNumbers) return 'limit-reached'
      const number = await chooseNumber(transaction)
      if (number !== null && (await insertPersonalNumber(transaction, number, user, services.now())))
        await transaction.audit('number.assigned', { type: 'user', id: user.userId }, { number })
      return 'tried'
    })
  const first = await countAssignedNumbers(database)
  for (let index = first; index < first + maxAttempts; index += 1) {
    // When each number has been assigned once, those of former members are assigned again.
    const number = pstn?.personalNumberAt(index) ?? null
    const outcome = await assign(async (transaction) => number ?? (await takeReleasedNumber(transaction)))
    // Also covers a number that a concurrent request of the same user has just received.
    const assigned = await findPersonalNumber(database, user)
    if (assigned) return assigned.number
    if (number === null || outcome === 'limit-reached') break
  }
  return null
}
