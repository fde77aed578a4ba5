import { Badge, Button, Card, formatFullTime, formatTimeOrDay, Skeleton } from '@parley/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLanguage } from '../../../../i18n/language.tsx'
import { usePhone } from '../../../../phone-context.tsx'
import { ErrorAlert } from '../../../../shell/errors/error-alert.tsx'
import { LoadMoreButton } from '../../../../shell/load-more-button.tsx'
import type { Version } from '../prompt-requests.ts'
import type { PromptEditor } from '../use-prompt-editor.ts'
import type { Subject } from './version-drawer.tsx'

interface VersionsCardProps {
  editor: PromptEditor
  /** The latest version. */
  version: Version | null
  onOpen: (subject: Subject) => void
}

/** The draft and the versions of the prompt, newest first. */
export function VersionsCard({ editor, version, onOpen }: VersionsCardProps) {
  const { t } = useLanguage()
  const { queries } = usePhone()
  const list = useInfiniteQuery(queries.promptVersions())
  const versions = list.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <Card title={t('prompt.versions')} padding="none">
      <ol className="[&>li+li]:border-t [&>li+li]:border-line">
        <DraftRow editor={editor} onOpen={() => onOpen('draft')} />
        {versions.map((each) => (
          <VersionRow
            key={each.number}
            version={each}
            isLatest={each.number === version?.number}
            onOpen={() => onOpen(each.number)}
          />
        ))}
      </ol>
      <div className="grid gap-2 px-4.5 py-3 empty:hidden">
        {list.isPending && <Skeleton rows={3} label={t('common.loading')} />}
        {list.isError && <ErrorAlert error={list.error} onTryAgain={() => void list.refetch()} />}
        {list.isSuccess && versions.length === 0 && (
          <p className="text-small text-ink-soft">{t('prompt.no-versions')}</p>
        )}
        {list.hasNextPage && <LoadMoreButton list={list} size="small" />}
      </div>
    </Card>
  )
}

function DraftRow({ editor, onOpen }: { editor: PromptEditor; onOpen: () => void }) {
  const { t } = useLanguage()
  const { editedAt, editedByName } = editor.base
  return (
    <Row
      number={t('prompt.draft')}
      title={editor.isChanged ? t('prompt.draft-unsaved') : t('prompt.draft-saved')}
      openLabel={t('prompt.open-draft')}
      by={editedByName}
      at={editedAt}
      onOpen={onOpen}
    />
  )
}

interface VersionRowProps {
  version: Version
  isLatest: boolean
  onOpen: () => void
}

function VersionRow({ version, isLatest, onOpen }: VersionRowProps) {
  const { t } = useLanguage()
  const { number, note, authorName, createdAt } = version
  return (
    <Row
      number={String(number)}
      title={note || t('prompt.no-note')}
      badge={isLatest && <Badge tone="positive">{t('prompt.in-use')}</Badge>}
      openLabel={t('prompt.open-version', { version: number })}
      by={authorName ?? t('calls.unknown')}
      at={createdAt}
      onOpen={onOpen}
    />
  )
}

interface RowProps {
  number: string
  title: string
  badge?: ReactNode
  openLabel: string
  by: string | null
  at: number | null
  onOpen: () => void
}

function Row({ number, title, badge, openLabel, by, at, onOpen }: RowProps) {
  const { t, locale } = useLanguage()
  const context = { locale, nowMs: Date.now() }
  return (
    <li className="flex items-start gap-3 py-2.5 pr-2.5 pl-4.5">
      <span className="w-10 shrink-0 font-semibold text-ink-soft tabular-nums">{number}</span>
      <div className="grid min-w-0 flex-1 gap-0.5">
        <div className="wrap-anywhere">{title}</div>
        {at !== null && (
          <div className="text-small wrap-anywhere text-ink-soft" title={formatFullTime(at, context)}>
            {by}, {formatTimeOrDay(at, context)}
          </div>
        )}
        {badge && <div>{badge}</div>}
      </div>
      <Button size="small" variant="quiet" aria-label={openLabel} onClick={onOpen}>
        {t('prompt.open')}
      </Button>
    </li>
  )
}
