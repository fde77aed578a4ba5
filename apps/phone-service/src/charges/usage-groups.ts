import { sql } from 'kysely'

/** `separate`: by day, by user and by country, in one query. `combined`: by all three together. */
export type UsageGrouping = 'separate' | 'combined'

export type GroupKind = 'day' | 'user' | 'country' | 'combined'

/** The expressions of GROUP BY. */
export const groupings = {
  separate: sql`grouping sets ((day), (user_id), (country))`,
  combined: sql`day, user_id, country`,
}

/** The columns of the group of a row: the other ones are null. */
export const groupKind = sql<GroupKind>`case grouping(day, user_id, country)
  when 3 then 'day' when 5 then 'user' when 6 then 'country' else 'combined' end`
