import type { CommandRow, IconType } from '@parley/ui'
import { useNavigate } from '@tanstack/react-router'
import {
  CircleUserRound,
  ContactRound,
  Grip,
  Import,
  Merge,
  Phone,
  SlidersHorizontal,
  UsersRound,
  Voicemail,
} from 'lucide-react'
import { useConfigurationPages } from '../app-config/configuration-pages.ts'
import { matchesSearch } from '../i18n/fold-text.ts'
import { useLanguage } from '../i18n/language.tsx'
import { useAccountSettings } from '../shell/account/use-account-settings.ts'
import { Highlight } from './highlight.tsx'

interface PageToOpen {
  readonly id: string
  readonly icon: IconType
  readonly title: string
  /** The part of the application that the page belongs to. */
  readonly part: string | null
  readonly open: () => void
}

/** The rows that open the pages which the user may open, by name. */
export function useGoRows(input: string): readonly CommandRow[] {
  const pages = [...useCallPages(), ...useContactPages(), ...useSettingsPages(), ...useConfiguration()]
  return pages
    .filter(({ title, part }) => matchesSearch(`${title} ${part ?? ''}`, input))
    .map(({ id, icon, title, part, open }) => ({
      id: `go ${id}`,
      icon,
      label: <Highlight text={title} search={input.trim()} />,
      detail: part ?? undefined,
      run: open,
    }))
}

/** The pages on which users call and find earlier calls. */
function useCallPages(): readonly PageToOpen[] {
  const { t } = useLanguage()
  const navigate = useNavigate()
  return [
    { id: 'calls', icon: Phone, title: t('calls.title'), part: null, open: () => void navigate({ to: '/' }) },
    {
      id: 'voicemail',
      icon: Voicemail,
      title: t('voicemail.title'),
      part: t('calls.title'),
      open: () => void navigate({ to: '/', search: { filter: 'voicemail' } }),
    },
    {
      id: 'dial',
      icon: Grip,
      title: t('dial.title'),
      part: null,
      open: () => void navigate({ to: '/dial' }),
    },
  ]
}

/** The lists of contacts and colleagues, and the pages that change many contacts. */
function useContactPages(): readonly PageToOpen[] {
  const { t } = useLanguage()
  const navigate = useNavigate()
  const contacts = t('contacts.title')
  return [
    {
      id: 'contacts',
      icon: ContactRound,
      title: contacts,
      part: null,
      open: () => void navigate({ to: '/contacts' }),
    },
    {
      id: 'colleagues',
      icon: UsersRound,
      title: t('colleagues.title'),
      part: contacts,
      open: () => void navigate({ to: '/contacts', search: { list: 'colleagues' } }),
    },
    {
      id: 'import',
      icon: Import,
      title: t('import.title'),
      part: contacts,
      open: () => void navigate({ to: '/contacts/import' }),
    },
    {
      id: 'duplicates',
      icon: Merge,
      title: t('duplicates.title'),
      part: contacts,
      open: () => void navigate({ to: '/contacts/duplicates' }),
    },
  ]
}

/** The settings of the phone and those of the account. */
function useSettingsPages(): readonly PageToOpen[] {
  const { t } = useLanguage()
  const navigate = useNavigate()
  const openAccountSettings = useAccountSettings()
  return [
    {
      id: 'settings',
      icon: SlidersHorizontal,
      title: t('settings.title'),
      part: null,
      open: () => void navigate({ to: '/settings' }),
    },
    {
      id: 'account-settings',
      icon: CircleUserRound,
      title: t('account.settings'),
      part: null,
      open: openAccountSettings,
    },
  ]
}

function useConfiguration(): readonly PageToOpen[] {
  const { t } = useLanguage()
  const navigate = useNavigate()
  return useConfigurationPages().map(({ to, icon, title }) => ({
    id: to,
    icon,
    title: t(title),
    part: t('config.heading'),
    open: () => void navigate({ to }),
  }))
}
