import { Button, Drawer, Field, formatTimeOrDay, Select, Skeleton, Tabs } from '@parley/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PhoneOutput } from '../../../../api/phone-api.ts'
import { useLanguage } from '../../../../i18n/language.tsx'
import { usePhone } from '../../../../phone-context.tsx'
import { ErrorAlert } from '../../../../shell/errors/error-alert.tsx'
import { ComparisonView } from '../comparison/comparison-view.tsx'
import { describeFields } from '../comparison/describe-fields.ts'
import {
  type PromptContent,
  type RestoredVersion,
  type SavedContent,
  toContent,
  toSavedContent,
} from '../prompt-content.ts'

/** The draft, or the number of a version. */
export type Subject = 'draft' | number

interface VersionDrawerProps {
  subject: Subject
  /** The number of the latest version; null before the first one. */
  latest: number | null
  /** The draft as it is edited. */
  draft: PromptContent
  onRestore: (restored: RestoredVersion) => void
  onClose: () => void
}

/** A version or the draft: its text, its output fields, and its difference to another version. */
export function VersionDrawer({ subject, latest, draft, onRestore, onClose }: VersionDrawerProps) {
  const { t } = useLanguage()
  const content = useContent(subject, draft)
  const other = findDefaultOther(subject, latest)
  const [tab, setTab] = useState<'content' | 'changes'>(
    subject === 'draft' && other !== null ? 'changes' : 'content',
  )
  const { data } = content
  const restore = () =>
    data && subject !== 'draft' && onRestore({ number: subject, content: toContent(data) })
  return (
    <Drawer
      isOpen
      onClose={onClose}
      closeLabel={t('common.close')}
      title={subject === 'draft' ? t('prompt.draft') : t('prompt.version', { version: subject })}
      subtitle={content.version && <VersionFacts version={content.version} />}
      actions={subject !== 'draft' && data && <Button onClick={restore}>{t('prompt.restore')}</Button>}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 px-6 pt-2 pb-6 max-sm:px-4">
        {content.error && <ErrorAlert error={content.error} onTryAgain={content.tryAgain} />}
        {!data && !content.error && <Skeleton rows={4} label={t('common.loading')} />}
        {data && (
          <Tabs
            label={t('prompt.views')}
            value={tab}
            onChange={setTab}
            tabs={[
              { value: 'content', label: t('prompt.content') },
              ...(other === null ? [] : [{ value: 'changes' as const, label: t('prompt.changes') }]),
            ]}
          >
            <div className="pt-4">
              {tab === 'content' || other === null ? (
                <ContentView content={data} />
              ) : (
                <ChangesView subject={subject} content={data} draft={draft} latest={latest} initial={other} />
              )}
            </div>
          </Tabs>
        )}
      </div>
    </Drawer>
  )
}

/** Returns the version or draft with which a subject is compared first: the one before it. */
function findDefaultOther(subject: Subject, latest: number | null): Subject | null {
  if (subject === 'draft') return latest
  return subject > 1 ? subject - 1 : 'draft'
}

/** Returns the content of a version, or of the draft as it is edited. */
function useContent(subject: Subject, draft: PromptContent) {
  const { queries } = usePhone()
  const isDraft = subject === 'draft'
  const version = useQuery({ ...queries.promptVersion(isDraft ? 0 : subject), enabled: !isDraft })
  const data: SavedContent | undefined = isDraft ? toSavedContent(draft) : version.data
  return {
    data,
    version: isDraft ? null : (version.data ?? null),
    error: isDraft ? null : version.error,
    tryAgain: () => void version.refetch(),
  }
}

function VersionFacts({ version }: { version: PhoneOutput<'GET /analysis-prompt/versions/{version}'> }) {
  const { t, locale } = useLanguage()
  const { authorName, createdAt, note } = version
  return (
    <span className="wrap-anywhere">
      {t('prompt.published-by', {
        name: authorName ?? t('calls.unknown'),
        when: formatTimeOrDay(createdAt, { locale, nowMs: Date.now() }),
      })}
      {note && <span className="block text-ink">{note}</span>}
    </span>
  )
}

function ContentView({ content }: { content: SavedContent }) {
  const language = useLanguage()
  const { t } = language
  const blocks = [
    { title: t('prompt.text'), text: content.text },
    { title: t('prompt.fields'), text: describeFields(content.outputFields, language) },
  ]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {blocks.map(({ title, text }) => (
        <section key={title} aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <h3>{title}</h3>
          <p className="rounded-control border border-line bg-raised px-3.5 py-2.5 font-mono text-small leading-6 wrap-anywhere whitespace-pre-wrap">
            {text || t('common.none')}
          </p>
        </section>
      ))}
    </div>
  )
}

interface ChangesViewProps {
  subject: Subject
  content: SavedContent
  draft: PromptContent
  latest: number | null
  initial: Subject
}

/** The difference between a subject and a version that the user chooses, the older one first. */
function ChangesView({ subject, content, draft, latest, initial }: ChangesViewProps) {
  const { t } = useLanguage()
  const [other, setOther] = useState<Subject>(initial)
  const compared = useContent(other, draft)
  const getName = (each: Subject) =>
    each === 'draft' ? t('prompt.draft') : t('prompt.version', { version: each })
  const others: Subject[] = ['draft', ...Array.from({ length: latest ?? 0 }, (_, at) => (latest ?? 0) - at)]
  const isNewer = other === 'draft' || (subject !== 'draft' && other > subject)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Field label={t('prompt.compare-with')} className="sm:max-w-72">
        <Select
          value={String(other)}
          options={others
            .filter((each) => each !== subject)
            .map((each) => ({ value: String(each), label: getName(each) }))}
          onChange={(value) => setOther(value === 'draft' ? 'draft' : Number(value))}
        />
      </Field>
      <p className="text-small">
        {isNewer
          ? t('prompt.from-to', { before: getName(subject), after: getName(other) })
          : t('prompt.from-to', { before: getName(other), after: getName(subject) })}
      </p>
      {compared.error && <ErrorAlert error={compared.error} onTryAgain={compared.tryAgain} />}
      {!compared.data && !compared.error && <Skeleton rows={4} label={t('common.loading')} />}
      {compared.data && (
        <ComparisonView
          before={isNewer ? content : compared.data}
          after={isNewer ? compared.data : content}
        />
      )}
    </div>
  )
}
