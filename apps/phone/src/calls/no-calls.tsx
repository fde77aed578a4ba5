import { Button, EmptyState } from '@parley/ui'
import { Phone } from 'lucide-react'
import type { CallListRequest } from '../api/query-keys.ts'
import { useDialling } from '../dial/use-dialling.ts'
import { useDirectory } from '../dial/use-directory.ts'
import { useLanguage } from '../i18n/language.tsx'
import { ClearSearch } from '../shell/clear-search.tsx'
import { RouterButtonLink } from '../shell/router-link.tsx'

interface NoCallsProps {
  request: CallListRequest
  onClearSearch: () => void
}

/** Why the list of calls is empty, and what to do. */
export function NoCalls({ request: { filter, search, tag }, onClearSearch }: NoCallsProps) {
  const { t } = useLanguage()
  if (search !== '')
    return (
      <EmptyState action={<ClearSearch onClear={onClearSearch} />}>
        {t('calls.nothing-found', { search })}
      </EmptyState>
    )
  if (tag !== undefined)
    return <EmptyState action={<ShowAllCalls />}>{t('calls.none-with-tag', { tag })}</EmptyState>
  if (filter !== 'all' && filter !== 'transcribed')
    return <EmptyState action={<ShowAllCalls />}>{t(`calls.none-${filter}`)}</EmptyState>
  return <EmptyState action={<CallEcho />}>{t('calls.none-yet')}</EmptyState>
}

/** Leads from an empty filter to all calls. */
export function ShowAllCalls() {
  const { t } = useLanguage()
  return (
    <RouterButtonLink to="/" search={(before) => ({ scope: before.scope })}>
      {t('calls.show-all')}
    </RouterButtonLink>
  )
}

/** Calls the echo number. Renders nothing without one, and during a call. */
function CallEcho() {
  const dialling = useDialling()
  const [echo] = useDirectory()
  if (!echo || dialling.effect !== 'calls') return null
  return (
    <Button variant="call" icon={Phone} onClick={() => dialling.dial({ to: echo.number, title: echo.name })}>
      {dialling.buttonLabel(echo.name)}
    </Button>
  )
}
