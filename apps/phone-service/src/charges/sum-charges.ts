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

export interface ChargePeriod {
  readonly workspaceId: string
  readonly currency: string
  /** Both days are included: `2026-11-23`. */
  readonly from: string
  readonly to: string
}

/** Returns the costs of a period in one currency. */
export async function sumCharges(
  database: Kysely<PhoneTables>,
  period: ChargePeriod,
  grouping: UsageGrouping,
): Promise<ChargeTotals[]> {
  const rows = await selectSettledCharges(database, period)
    .select([
      groupKind.as('kind'),
      'day',
      'user_id as userId',
      'country',
      (select) => select.fn.sum<string>('cost_micros').as('spend'),
    ])
    .groupBy(groupings[grouping])
    .execute()
  return rows.map(({ spend, ...group }) => ({ ...group, spendMicros: Number(spend) }))
}

/** Selects the charges of legs that have left. */
export function selectSettledCharges(
  database: Kysely<PhoneTables>,
  { workspaceId, currency, from, to }: ChargePeriod,
) {
  return database
    .selectFrom('call_charges')
    .where('call_charges.workspace_id', '=', workspaceId)
    .where('call_charges.day', '>=', from)
    .where('call_charges.day', '<=', to)
    .where('call_charges.currency', '=', currency)
    .where('call_charges.seconds', 'is not', null)
}
