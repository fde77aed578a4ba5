import { unwrap } from '@parley/client'
import { Button, Callout, formatBytes, formatCount, Page, Skeleton } from '@parley/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Undo2, Upload } from 'lucide-react'
import { useState } from 'react'
import type { Mapping } from '../../api/contact-files/contact-import-queries.ts'
import type { ContactImport } from '../../api/contact-files/upload-contacts.ts'
import type { PhoneOutput } from '../../api/phone-api.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { ColumnsCard } from './columns-card.tsx'
import { ImportCounts } from './import-counts.tsx'
import { PreviewCard } from './preview-card.tsx'
import { RejectedCard } from './rejected-card.tsx'

interface DraftProps {
  draft: ContactImport
  onStarted: (started: ContactImport) => void
  onDiscarded: () => void
}

/** The mapping of a file, and a preview of its import. */
export function Draft({ draft, onStarted, onDiscarded }: DraftProps) {
  const { t, plural, locale } = useLanguage()
  const { queries } = usePhone()
  const [mapping, setMapping] = useState<Mapping>(useInitialMapping(draft))
  const preview = useQuery(queries.importPreview(draft.id, mapping))
  const run = useRun(draft.id, onStarted)
  const discard = useDiscard(draft.id, onDiscarded)
  const { data } = preview
  const count = data ? data.counts.new + data.counts.updated : 0
  const isStale = preview.isPlaceholderData || preview.isPending
  const failure = run.error ?? discard.error ?? preview.error
  return (
    <Page
      title={t('import.title')}
      subtitle={<FileFacts file={data?.contactImport ?? draft} />}
      aside={
        <div className="flex flex-wrap gap-2 max-sm:w-full">
          <Button state={discard.isPending ? 'busy' : 'idle'} onClick={() => discard.mutate()}>
            {t('common.cancel')}
          </Button>
          <Button
            variant="primary"
            icon={Upload}
            disabled={count === 0 || isStale || data?.problem !== null}
            state={run.isPending ? 'busy' : 'idle'}
            onClick={() => run.mutate()}
          >
            {t('import.run', { count: formatCount(count, locale) })}
          </Button>
        </div>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {failure && <ErrorAlert error={failure} onTryAgain={() => void preview.refetch()} />}
        {data?.problem && <Callout tone="danger" role="alert" title={t(`error.${data.problem}`)} />}
        {data && count === 0 && data.counts.rejected === 0 && (
          <Callout role="status" title={t('import.nothing-new')} />
        )}
        {!data && preview.isPending && <Skeleton rows={6} label={t('import.comparing')} />}
        {data && (
          <>
            <p role="status" className="sr-only">
              {isStale ? t('import.comparing') : plural('import.compared', count)}
            </p>
            <p className="text-small text-ink-soft">
              {t('import.space', {
                used: formatBytes(data.space.usedBytes, locale),
                after: formatBytes(data.space.afterBytes, locale),
                max: formatBytes(data.space.maxBytes, locale),
              })}
            </p>
            <Content {...{ data, mapping, setMapping, isStale, draft }} />
          </>
        )}
      </div>
    </Page>
  )
}

interface ContentProps {
  data: PhoneOutput<'PUT /contact-imports/{import}/mapping'>
  mapping: Mapping
  setMapping: (mapping: Mapping) => void
  isStale: boolean
  draft: ContactImport
}

function Content({ data, mapping, setMapping, isStale, draft }: ContentProps) {
  const { t } = useLanguage()
  const hasColumns = draft.format === 'csv'
  return (
    <>
      <ImportCounts counts={data.counts} isStale={isStale} />
      <div
        className={`grid grid-cols-[minmax(0,1fr)] items-start gap-4 ${hasColumns ? 'lg:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)]' : ''}`}
      >
        {hasColumns && (
          <ColumnsCard
            columns={data.contactImport.columns}
            suggested={draft.columns}
            mapping={mapping}
            onChange={setMapping}
          />
        )}
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <RejectedCard importId={draft.id} count={data.counts.rejected} rejected={data.rejected} />
          <Callout tone="accent" icon={Undo2} title={t('import.undoable')}>
            {t('import.undoable-sentence')}
          </Callout>
        </div>
      </div>
      <PreviewCard
        rows={data.rows}
        visibility={mapping.visibility}
        onVisibility={(visibility) => setMapping({ ...mapping, visibility })}
      />
    </>
  )
}

const delimiterNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const
const encodingNames = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
}

function FileFacts({ file }: { file: ContactImport }) {
  const { t, plural } = useLanguage()
  const rows = plural(file.format === 'csv' ? 'import.rows' : 'import.cards', file.rowCount)
  const separator =
    file.delimiter === null ? [] : [t(`import.separated-by-${delimiterNames[file.delimiter]}`)]
  const facts = [rows, encodingNames[file.encoding], ...separator].join(', ')
  return (
    <span className="wrap-anywhere">{[file.fileName, facts].filter((part) => part !== '').join(' · ')}</span>
  )
}

function useInitialMapping({ columns, hasHeader, visibility }: ContactImport): Mapping {
  const { t } = useLanguage()
  return {
    targets: columns.map(({ target }) => target),
    hasHeader,
    visibility,
    labels: {
      mobile: t('contacts.label-mobile'),
      work: t('contacts.label-work'),
      home: t('import.label-home'),
      fax: t('import.label-fax'),
    },
  }
}

function useRun(id: string, onStarted: (started: ContactImport) => void) {
  const { api } = usePhone()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api('POST /contact-imports/{import}/run', { params: { import: id } }).then(unwrap),
    onSuccess: async (started) => {
      onStarted(started)
      await queryClient.invalidateQueries({ queryKey: queryKeys.contactImports.list })
    },
  })
}

function useDiscard(id: string, onDiscarded: () => void) {
  const { api } = usePhone()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api('DELETE /contact-imports/{import}', { params: { import: id } }).then(unwrap),
    onSuccess: async () => {
      onDiscarded()
      await queryClient.invalidateQueries({ queryKey: queryKeys.contactImports.list })
    },
  })
}
