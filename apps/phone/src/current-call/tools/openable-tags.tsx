import type { Call } from '@parley/contract/phone'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CallTags } from '../../calls/details/tags-card.tsx'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'

/** The tags of a running call on one line, which opens to change them. */
export function OpenableTags({ call }: { call: Call }) {
  const { t } = useLanguage()
  const { queries } = usePhone()
  const [isOpen, setIsOpen] = useState(false)
  // A running call is not sent again when its tags change.
  const stored = useQuery({ ...queries.call(call.id), enabled: isOpen })
  const shown = stored.data ?? call
  return (
    <details
      className="min-w-0 shrink-0 text-small"
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className="w-max max-w-full truncate py-1.5">
        {isOpen || shown.tags.length === 0 ? t('tags.title') : `${t('tags.title')}: ${shown.tags.join(', ')}`}
      </summary>
      <div className="mt-2">{isOpen && <CallTags call={shown} />}</div>
    </details>
  )
}
