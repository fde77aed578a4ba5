import { type ParsedNumber, type PhoneNumber, parseShortNumber } from '../numbering-plan/index.ts'
import type { CurrentUser } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { listTrunks } from '../trunks/index.ts'
import { listOwnNumbers } from './own-numbers.ts'
import type { SimulatedPstnService } from './simulated-pstn-access.ts'

/** An extension or a short code, and the trunk that allows it. */
interface ShortNumberRoute {
  readonly number: PhoneNumber
  readonly from: string
  readonly trunkId: string
}

/**
 * Returns the route of an extension or a short code: through the trunk of the number called from, or the
 * trunk of the first number, if it allows them. Null for every other text, such as a valid, premium or
 * emergency number, and for directory assistance.
 */
export async function resolveShortNumber(
  deps: Pick<Services, 'database' | 'now' | 'projectId'> & SimulatedPstnService,
  user: CurrentUser,
  {
    to,
    from,
    parsed,
    homeCountry,
  }: { to: string; from?: string | undefined; parsed: ParsedNumber; homeCountry: string },
): Promise<ShortNumberRoute | null> {
  if (parsed.kind === 'emergency') return null
  if (parsed.kind === 'number' && (parsed.isValid || parsed.isPremium)) return null
  const number = parseShortNumber(to, homeCountry)
  if (!number) return null
  const own = await listOwnNumbers(deps, user)
  const chosen = own.find((entry) => entry.trunkId !== null && (from === undefined || entry.number === from))
  if (!chosen?.trunkId) return null

  const trunks = await listTrunks(deps.database, user.workspaceId)
  const isAllowed = trunks.some(({ id, allowsShortNumbers }) => id === chosen.trunkId && allowsShortNumbers)
  return isAllowed ? { number, from: chosen.number, trunkId: chosen.trunkId } : null
}
