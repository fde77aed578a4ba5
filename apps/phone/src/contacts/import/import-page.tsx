import { Page, Progress, Skeleton } from '@parley/ui'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { ContactImport } from '../../api/contact-files/upload-contacts.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { RouterButtonLink } from '../../shell/router-link.tsx'
import { ChooseFile } from './choose-file.tsx'
import { Draft } from './draft.tsx'
import { ImportResult } from './import-result.tsx'
import { MembersImports } from './members-imports.tsx'

/** The import of contacts: a file, its mapping and preview, the progress and the result. */
export function ImportPage() {
  const { t } = useLanguage()
  const { queries } = usePhone()
  const [current, setCurrent] = useState<ContactImport | 'none' | null>(null)
  const imports = useQuery(queries.contactImports())
  // A draft or a running import is shown again when the page is opened again.
  const open = imports.data?.items.find(({ status }) => status === 'draft' || status === 'running')
  const shown = current === null ? open : current === 'none' ? undefined : current

  if (current === null && imports.isPending)
    return (
      <ImportFrame>
        <Skeleton rows={4} label={t('common.loading')} />
      </ImportFrame>
    )
  if (!shown)
    return (
      <ImportFrame>
        <ChooseFile onUploaded={setCurrent} />
        <MembersImports imports={imports.data?.items ?? []} />
      </ImportFrame>
    )
  if (shown.status === 'draft')
    return (
      <Draft key={shown.id} draft={shown} onStarted={setCurrent} onDiscarded={() => setCurrent('none')} />
    )
  return <StartedImport importId={shown.id} onNext={() => setCurrent('none')} />
}

function ImportFrame({ children }: { children: ReactNode }) {
  const { t } = useLanguage()
  return (
    <Page
      title={t('import.title')}
      subtitle={t('import.subtitle')}
      aside={<RouterButtonLink to="/contacts">{t('import.back')}</RouterButtonLink>}
    >
      {children}
    </Page>
  )
}

function StartedImport({ importId, onNext }: { importId: string; onNext: () => void }) {
  const { t, locale } = useLanguage()
  const { queries } = usePhone()
  const started = useQuery(queries.contactImport(importId))
  if (started.isError) {
    return (
      <ImportFrame>
        <ErrorAlert error={started.error} onTryAgain={() => void started.refetch()} />
      </ImportFrame>
    )
  }
  const { data } = started
  if (!data || data.status === 'running') {
    const percent = data?.progress ?? 0
    return (
      <ImportFrame>
        <div className="grid max-w-2xl gap-3" role="status">
          <p>{t('import.running')}</p>
          <Progress
            label={t('import.progress')}
            value={percent / 100}
            valueText={new Intl.NumberFormat(locale, { style: 'percent' }).format(percent / 100)}
          />
          <p className="text-small text-ink-soft">{t('import.leave')}</p>
        </div>
      </ImportFrame>
    )
  }
  return (
    <ImportFrame>
      <ImportResult result={data} onNext={onNext} />
    </ImportFrame>
  )
}
