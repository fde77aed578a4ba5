import { unwrap } from '@parley/client'
import type { analyses } from '@parley/contract/phone'
import { Checkbox, formatDate, formatTimeOrDay, IconButton } from '@parley/ui'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { useChangeCall } from '../details/use-change-call.ts'
import { ActionItemForm, type ItemChanges } from './action-item-form.tsx'
import { SourceLinks } from './source-links.tsx'

interface ActionItemsProps {
  callId: string
  items: readonly analyses.ActionItem[]
  onPlay: (ms: number) => void
}

/** The promises of a call. Each item can be ticked and edited. */
export function ActionItems({ callId, items, onPlay }: ActionItemsProps) {
  const { t } = useLanguage()
  return (
    <section aria-label={t('analysis.items')} className="border-t border-line pt-4">
      <h3 className="mb-2 text-small font-semibold">{t('analysis.items')}</h3>
      {items.length === 0 ? (
        <p className="text-small text-ink-soft">{t('analysis.items-none')}</p>
      ) : (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {items.map((item) => (
            <ActionItem key={item.id} callId={callId} item={item} onPlay={onPlay} />
          ))}
        </ul>
      )}
    </section>
  )
}

interface ActionItemProps extends Pick<ActionItemsProps, 'callId' | 'onPlay'> {
  item: analyses.ActionItem
}

function ActionItem({ callId, item, onPlay }: ActionItemProps) {
  const { t } = useLanguage()
  const { api } = usePhone()
  const [isEditing, setIsEditing] = useState(false)
  const change = useChangeCall((body: ItemChanges) =>
    api('PATCH /calls/{call}/action-items/{item}', { params: { call: callId, item: item.id }, body }).then(
      unwrap,
    ),
  )
  if (isEditing)
    return (
      <li>
        <ActionItemForm
          item={item}
          onSubmit={(changes) => change.mutateAsync(changes)}
          onClose={() => setIsEditing(false)}
        />
      </li>
    )
  const isDone = item.done !== null
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2">
      <div className="min-w-0 wrap-anywhere">
        <Checkbox
          label={<span className={isDone ? 'text-ink-soft line-through' : ''}>{item.text}</span>}
          hint={<ItemFacts item={item} />}
          checked={isDone}
          disabled={change.isPending}
          onChange={(checked) => change.mutate({ isDone: checked })}
        />
        <p className="pl-7">
          <SourceLinks sources={item.sources} onPlay={onPlay} />
        </p>
      </div>
      <IconButton
        icon={Pencil}
        size="small"
        label={t('analysis.item-edit', { text: item.text })}
        onClick={() => setIsEditing(true)}
      />
      {change.error && <ErrorAlert error={change.error} />}
    </li>
  )
}

function ItemFacts({ item: { owner, dueOn, done } }: { item: analyses.ActionItem }) {
  const { t, locale } = useLanguage()
  const context = { locale, nowMs: Date.now() }
  const facts = [
    owner?.name ?? t('analysis.item-no-owner'),
    dueOn !== null &&
      t('analysis.item-due', { date: formatDate(Date.parse(dueOn), { locale, timeZone: 'UTC' }) }),
    done !== null &&
      t('analysis.item-done', {
        name: done.byName ?? t('calls.unknown'),
        when: formatTimeOrDay(done.at, context),
      }),
  ]
  return (
    <span className="flex flex-wrap gap-x-3">
      {facts
        .filter((fact) => fact !== false)
        .map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
    </span>
  )
}
