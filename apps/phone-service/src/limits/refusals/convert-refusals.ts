import { toDialledKeys } from '../../numbering-plan/index.ts'
import type { Services } from '../../services.ts'
import { createTurns } from '../../turns.ts'
import { listEarlierRefusals, saveRefusalKeys } from '../call-refusals.ts'
import { findHomeCountry } from '../calling-limits.ts'

const batchSize = 1_000

/**
 * Stores the keys of a batch of rejected calls that an earlier version has stored without, of one workspace or of all.
 * Returns whether there may be more.
 */
export async function convertRefusals(
  { database, settings }: Pick<Services, 'database' | 'settings'>,
  workspaceId: string | null,
): Promise<boolean> {
  const rows = await listEarlierRefusals(database, workspaceId, batchSize)
  const homeCountries = new Map<string, string>()
  const takeTurn = createTurns()
  const converted = []
  for (const { id, workspaceId: owner, dialled } of rows) {
    const homeCountry =
      homeCountries.get(owner) ?? (await findHomeCountry(database, owner)) ?? settings.homeCountry
    homeCountries.set(owner, homeCountry)
    await takeTurn()
    converted.push({ id, ...toDialledKeys(dialled, homeCountry) })
  }
  if (converted.length > 0) await saveRefusalKeys(database, converted)
  return rows.length === batchSize
}
