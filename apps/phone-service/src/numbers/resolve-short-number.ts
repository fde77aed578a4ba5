import { type ParsedNumber, type PhoneNumber, parseShortNumber } from '../numbering-plan/index.ts'
import type { CurrentUser } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { listTrunks } from '../trunks/index.ts'
import type { OwnNumber } from './own-numbers.ts'

/** An extension or a short code, and the trunk that allows it. */
interface ShortNumberRoute {
  readonly number: PhoneNumber
  readonly from: string
  readonly trunkId: string
}

interface ShortNumberRequest {
  readonly to: string
  readonly from?: string | undefined
  readonly parsed: ParsedNumber
  readonly homeCountry: string
  /** The numbers that the user may call from. */
  readonly own: readonly OwnNumber[]
}

/**
 * Returns the route of an extension or a short code: through the trunk of the number called from, or the
 * trunk of the first number, if it allows them. Null for every other text, such as a valid, premium or
 * emergency number, and for directory assistance.
 */
export async function resolveShortNumber(
  { database }: Pick<Services, 'database'>,
  { workspaceId }: CurrentUser,
  { to, from, parsed, own, homeCountry }: ShortNumberRequest,
): Promise<ShortNumberRoute | null> {
  if (parsed.kind === 'emergency') return null
  if (parsed.kind === 'number' && (parsed.isValid || parsed.isPremium)) return null
  const number = parseShortNumber(to, homeCountry)
  if (!number) return null
  const chosen = own.find((entry) => entry.trunkId !== null && (from === undefined || entry.number === from))
  if (!chosen?.trunkId) return null

  const trunks = await listTrunks(database, workspaceId)
  const isAllowed = trunks.some(({ id, allowsShortNumbers }) => id === chosen.trunkId && allowsShortNumbers)
  return isAllowed ? { number, from: chosen.number, trunkId: chosen.trunkId } : null
}
