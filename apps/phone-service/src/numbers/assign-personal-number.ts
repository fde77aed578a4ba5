import type { CurrentUser } from '../request-context/index.ts'
import { createServiceContext, type ServiceTransaction } from '../service-context/index.ts'
import type { Services } from '../services.ts'
import {
  countAssignedNumbers,
  findPersonalNumber,
  insertPersonalNumber,
  lockAndCountPersonalNumbers,
  saveNameOfNumber,
  takeReleasedNumber,
} from './personal-numbers.ts'
import type { SimulatedPstnService } from './simulated-pstn-access.ts'

/** A number may be taken by a concurrent first request, so that the next one has to be tried. */
const maxAttempts = 200

/** In all workspaces together, so that no user uses up the numbers of the simulated network. */
const maxPersonalNumbers = 20

/**
 * Assigns a personal number of the simulated telephone network to a member who has none, unless none is left or the user
 * has too many. No-op without that network.
 */
export async function assignPersonalNumber(
  services: Pick<Services, 'database' | 'projectId' | 'now'> & SimulatedPstnService,
  user: CurrentUser,
): Promise<void> {
  const { database, simulatedPstn: pstn } = services
  if (!pstn) return
  const own = await findPersonalNumber(database, user)
  if (own) {
    if (own.userName !== user.displayName) await saveNameOfNumber(database, own.number, user.displayName)
    return
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
    const number = pstn.personalNumberAt(index) ?? null
    const outcome = await assign(async (transaction) => number ?? (await takeReleasedNumber(transaction)))
    // Also covers a number that a concurrent request of the same user has just received.
    if (await findPersonalNumber(database, user)) return
    if (number === null || outcome === 'limit-reached') return
  }
}
