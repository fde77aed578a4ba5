import { Button, Card, formatTimeOrDay } from '@parley/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { type ContactChange, describeChange } from './describe-change.ts'
import { UndoChangeDialog } from './undo-change-dialog.tsx'

/** The merges and deletions that can be undone. Renders nothing without any. */
export function ChangesCard() {
  const language = useLanguage()
  const { t, locale } = language
  const { queries } = usePhone()
  const changes = useQuery(queries.contactChanges())
  const [undoing, setUndoing] = useState<ContactChange | null>(null)
  const items = changes.data?.items ?? []
  if (items.length === 0) return null
  return (
    <Card title={t('changes.title')} padding="none">
      <p className="border-b border-line px-4.5 pb-3 text-small text-ink-soft">{t('changes.intro')}</p>
      <ul className="[&>li+li]:border-t [&>li+li]:border-line">
        {items.map((change) => {
          const what = describeChange(change, language)
          return (
            <li key={change.id} className="flex min-h-12 items-center gap-3 py-2 pr-2.5 pl-4.5">
              <div className="min-w-0 flex-1">
                <p className="wrap-anywhere">{what}</p>
                <p className="text-small text-ink-soft">
                  {formatTimeOrDay(change.createdAt, { locale, nowMs: Date.now() })}
                </p>
              </div>
              <Button
                size="small"
                variant="quiet"
                aria-label={t('changes.undo-named', { what })}
                onClick={() => setUndoing(change)}
              >
                {t('changes.undo')}
              </Button>
            </li>
          )
        })}
      </ul>
      {undoing && <UndoChangeDialog change={undoing} onClose={() => setUndoing(null)} />}
    </Card>
  )
}
