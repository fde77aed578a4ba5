import type { ColumnType, Generated } from 'kysely'

/** Columns have defaults, which apply to users without a row too. */
export interface UserSettingsTable {
  user_id: string
  presence: Generated<'shown' | 'hidden'>
  notifications: Generated<'on' | 'off'>
  ringtone: Generated<'classic' | 'chime' | 'pulse'>
  /** In percent. */
  ring_volume: Generated<number>
  theme: Generated<'system' | 'light' | 'dark'>
  missed_call_mails: Generated<'off' | 'own' | 'all'>
  do_not_disturb: Generated<'off' | 'on'>
  do_not_disturb_until: Date | null
  /** Null: as long as usual. */
  ring_seconds: number | null
  voicemail: Generated<'on' | 'off'>
  /** Null, with the number, when calls are not forwarded. */
  forwarding_when: 'unanswered' | 'always' | null
  forwarding_number: string | null
  time_zone: string | null
  /** When each setting was changed, in epoch milliseconds by column. Changes of earlier versions are not in it. */
  changed_at: ColumnType<Record<string, number>, string, string>
}
