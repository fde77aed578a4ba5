import type { Kysely } from 'kysely'
import type { PhoneTables } from '../database/tables.ts'
import { type GroupKind, groupings, groupKind, type UsageGrouping } from './usage-groups.ts'

/** The cost of a group of legs. */
export interface ChargeTotals {
  readonly kind: GroupKind
  readonly day: string | null
  readonly userId: string | null
  readonly country: string | null
  readonly spendMicros: number
}

interface Period {
  readonly workspaceId: string
  readonly currency: string
  /** Both days are included: `2026-11-23`. */
  readonly from: string
  readonly to: string
}

/** Returns the costs of a period in one currency. */
export async function sumCharges(
  database: Kysely<PhoneTables>,
  { workspaceId, currency, from, to }: Period,
  grouping: UsageGrouping,
): Promise<ChargeTotals[]> {
  const rows = await database
    .selectFrom('call_charges')
    .select([
      groupKind.as('kind'),
      'day',
      'user_id as userId',
      'country',
      (select) => select.fn.sum<string>('cost_micros').as('spend'),
    ])
    .where('workspace_id', '=', workspaceId)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where('currency', '=', currency)
    .where('seconds', 'is not', null)
    .groupBy(groupings[grouping])
    .execute()
  return rows.map(({ spend, ...group }) => ({ ...group, spendMicros: Number(spend) }))
}
