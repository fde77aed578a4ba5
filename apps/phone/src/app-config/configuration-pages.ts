import type { IconType } from '@parley/ui'
import {
  AudioLines,
  BadgeCheck,
  Ban,
  CalendarClock,
  ChartColumn,
  Coins,
  Gauge,
  Hash,
  History,
  KeyRound,
  Mail,
  Megaphone,
  ScrollText,
  TextCursorInput,
  UsersRound,
  Webhook,
} from 'lucide-react'
import type { Messages } from '../i18n/index.ts'
import { usePhone } from '../phone-context.tsx'

/** The pages of the configuration in the order of their links. Only administrators may open most of them. */
const pages = [
  { to: '/app-config', icon: Gauge, title: 'config.overview', isFor: 'administrators' },
  { to: '/app-config/members', icon: UsersRound, title: 'members.title', isFor: 'members' },
  { to: '/app-config/routing', icon: Hash, title: 'routing.title', isFor: 'administrators' },
  { to: '/app-config/announcements', icon: Megaphone, title: 'announcements.title', isFor: 'administrators' },
  { to: '/app-config/blocked-numbers', icon: Ban, title: 'block.title', isFor: 'members' },
  { to: '/app-config/contact-fields', icon: TextCursorInput, title: 'fields.title', isFor: 'administrators' },
  { to: '/app-config/phone-verification', icon: BadgeCheck, title: 'verify.title', isFor: 'administrators' },
  { to: '/app-config/email-config', icon: Mail, title: 'mail.title', isFor: 'administrators' },
  {
    to: '/app-config/call-analyzer-prompt',
    icon: ScrollText,
    title: 'provider.title',
    isFor: 'administrators',
  },
  { to: '/app-config/webhooks', icon: Webhook, title: 'webhooks.title', isFor: 'administrators' },
  { to: '/app-config/costs', icon: Coins, title: 'costs.title', isFor: 'administrators' },
  { to: '/app-config/usage', icon: ChartColumn, title: 'usage.title', isFor: 'administrators' },
  { to: '/app-config/consent', icon: AudioLines, title: 'ledger.page', isFor: 'administrators' },
  { to: '/app-config/retention', icon: CalendarClock, title: 'retention.title', isFor: 'administrators' },
  { to: '/app-config/api-keys', icon: KeyRound, title: 'api-keys.title', isFor: 'administrators' },
  { to: '/app-config/audit', icon: History, title: 'audit.title', isFor: 'administrators' },
] as const satisfies readonly {
  to: string
  icon: IconType
  title: keyof Messages
  isFor: 'members' | 'administrators'
}[]

/** Returns the pages of the configuration that the user may open. */
export function useConfigurationPages() {
  const { me } = usePhone()
  return pages.filter(({ isFor }) => isFor === 'members' || me.isPhoneAdmin)
}
