import { Skeleton } from '@parley/ui'
import { useQuery } from '@tanstack/react-query'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { ConfigPage } from '../config-page.tsx'
import { AdministratorsOnly } from '../members/administrators-only.tsx'
import { AnnouncementsCard } from './announcements-card.tsx'
import { ReplacementsCard } from './replacements-card.tsx'

/** The audio of the workspace that callers and callees hear. */
export function AnnouncementsPage() {
  const { t } = useLanguage()
  const { me } = usePhone()
  return (
    <ConfigPage title={t('announcements.title')}>
      {me.isPhoneAdmin ? <Announcements /> : <AdministratorsOnly />}
    </ConfigPage>
  )
}

function Announcements() {
  const { t } = useLanguage()
  const { queries } = usePhone()
  const { data, error, refetch } = useQuery(queries.announcements())
  if (error) return <ErrorAlert error={error} onTryAgain={() => void refetch()} />
  if (!data) return <Skeleton rows={4} label={t('common.loading')} />
  return (
    <div className="grid max-w-180 gap-4">
      <p className="text-ink-soft">{t('announcements.intro')}</p>
      <AnnouncementsCard items={data.items} />
      <ReplacementsCard {...data} />
    </div>
  )
}
