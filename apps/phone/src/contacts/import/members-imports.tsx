import { Button, Card, formatTimeOrDay } from '@parley/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ContactImport } from '../../api/contact-files/upload-contacts.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { UndoImport } from './undo-import.tsx'

/** The imports of other members that an administrator can undo. Renders nothing without any. */
export function MembersImports({ imports }: { imports: readonly ContactImport[] }) {
  const { t, plural, locale } = useLanguage()
  const { me, queries } = usePhone()
  const [undoing, setUndoing] = useState<ContactImport | null>(null)
  const items = imports.filter(({ userId, undoableUntil }) => userId !== me.user.id && undoableUntil !== null)
  const colleagues = useQuery({ ...queries.allColleagues(), enabled: items.length > 0 })
  if (items.length === 0) return null
  const findName = (id: string) =>
    colleagues.data?.items.find(({ userId }) => userId === id)?.name ?? t('import.former-member')
  return (
    <Card title={t('import.of-members')} padding="none" className="mt-6 max-w-2xl">
      <p className="border-b border-line px-4.5 pb-3 text-small text-ink-soft">
        {t('import.of-members-intro')}
      </p>
      <ul className="[&>li+li]:border-t [&>li+li]:border-line">
        {items.map((each) => (
          <li key={each.id} className="flex min-h-12 items-center gap-3 py-2 pr-2.5 pl-4.5">
            <div className="min-w-0 flex-1">
              <p className="wrap-anywhere">{findName(each.userId)}</p>
              <p className="text-small wrap-anywhere text-ink-soft">
                {[
                  plural('import.done', (each.counts?.new ?? 0) + (each.counts?.updated ?? 0)),
                  ...(each.fileName === '' ? [] : [each.fileName]),
                  formatTimeOrDay(each.createdAt, { locale, nowMs: Date.now() }),
                ].join(' · ')}
              </p>
            </div>
            <Button
              size="small"
              variant="quiet"
              aria-label={t('import.undo-named', { file: each.fileName || findName(each.userId) })}
              onClick={() => setUndoing(each)}
            >
              {t('import.undo')}
            </Button>
          </li>
        ))}
      </ul>
      {undoing && <UndoImport done={undoing} onClose={() => setUndoing(null)} />}
    </Card>
  )
}
