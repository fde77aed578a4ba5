import { FilterPills, Icon, SearchInput } from '@parley/ui'
import { useNavigate } from '@tanstack/react-router'
import { Plus, Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLanguage } from '../i18n/language.tsx'
import type { ContactsList } from '../routes/search.ts'
import { PageAccount } from '../shell/account/page-account.tsx'
import { ConnectionStatus } from '../shell/connection-status.tsx'
import { useArrowKeys } from '../shell/hooks/use-arrow-keys.ts'
import { RouterButtonLink } from '../shell/router-link.tsx'
import { ContactsMenu } from './contacts-menu.tsx'

interface ListFrameProps {
  list: ContactsList
  isFullPage: boolean
  searchLabel: string
  placeholder?: string
  searchInput: string
  onSearch: (input: string) => void
  /** Undefined where contacts cannot be selected. */
  onSelectContacts?: () => void
  children: ReactNode
}

/** The header of the page, the choice between contacts and colleagues, and the search of that list. */
export function ListFrame(props: ListFrameProps) {
  const { t } = useLanguage()
  const navigate = useNavigate({ from: '/contacts' })
  useArrowKeys()
  return (
    <div
      data-arrow-keys
      className={`flex min-h-0 min-w-0 flex-col pt-6 pl-6 max-sm:pt-4 max-sm:pl-4 ${props.isFullPage ? '' : 'border-r border-line'}`}
    >
      <ListHeader
        search={props.list === 'contacts' ? props.searchInput.trim() : ''}
        onSelectContacts={props.onSelectContacts}
      />
      <ConnectionStatus shown="unless-ready" className="mr-4 mb-2" />
      <div className="mr-4 mb-2 max-sm:ml-0">
        <FilterPills
          label={t('contacts.filter')}
          value={props.list}
          onChange={(list) =>
            void navigate({ search: { list: list === 'contacts' ? undefined : list }, replace: true })
          }
          choices={[
            { value: 'contacts', label: t('contacts.title') },
            { value: 'colleagues', label: t('colleagues.title') },
          ]}
        />
      </div>
      <SearchInput
        className="mr-4"
        data-arrow-field
        aria-label={props.searchLabel}
        placeholder={props.placeholder ?? props.searchLabel}
        value={props.searchInput}
        onChange={(event) => props.onSearch(event.target.value)}
      />
      {props.children}
    </div>
  )
}

interface ListHeaderProps {
  search: string
  onSelectContacts: (() => void) | undefined
}

function ListHeader({ search, onSelectContacts }: ListHeaderProps) {
  const { t } = useLanguage()
  return (
    <header className="mr-4 mb-3 flex min-h-10 items-center gap-2">
      <h1 className="flex-1">{t('contacts.title')}</h1>
      <RouterButtonLink
        to="/contacts/import"
        variant="quiet"
        aria-label={t('import.open')}
        title={t('import.open')}
        className="px-2.5!"
      >
        <Icon icon={Upload} />
      </RouterButtonLink>
      <RouterButtonLink
        to="/contacts"
        search={{ edit: 'new' }}
        data-opens-editor="new"
        variant="quiet"
        aria-label={t('contacts.add')}
        title={t('contacts.add')}
        className="px-2.5!"
      >
        <Icon icon={Plus} />
      </RouterButtonLink>
      <ContactsMenu search={search} {...(onSelectContacts && { onSelectContacts })} />
      <PageAccount />
    </header>
  )
}
