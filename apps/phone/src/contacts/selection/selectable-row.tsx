import { Avatar } from '@parley/ui'
import { Check } from 'lucide-react'
import { useRef } from 'react'
import type { PhoneOutput } from '../../api/phone-api.ts'
import { formatNumber } from '../../dial/numbers/format-number.ts'
import { useLanguage } from '../../i18n/language.tsx'
import type { Selection } from './use-selection.ts'

interface SelectableRowProps {
  contact: PhoneOutput<'GET /contacts'>['items'][number]
  selection: Selection
}

/** A contact that a click selects, and a click with the shift key together with those before it. */
export function SelectableRow({ contact: { id, name, company, phones }, selection }: SelectableRowProps) {
  const { t } = useLanguage()
  const isShiftPressed = useRef(false)
  const isSelected = selection.isSelected(id)
  return (
    <label
      className={`flex cursor-pointer items-center gap-3 rounded-control px-3 py-[7px] select-none has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent ${isSelected ? 'bg-accent-soft' : 'hover:bg-hover'}`}
      onClickCapture={(event) => {
        // The click that the browser then sends to the checkbox may have no modifier keys.
        if (event.target instanceof HTMLInputElement && event.detail === 0 && !event.shiftKey) return
        isShiftPressed.current = event.shiftKey
      }}
      onKeyDownCapture={(event) => {
        isShiftPressed.current = event.shiftKey
      }}
    >
      <span className="relative grid size-4.5 shrink-0 place-items-center">
        <input
          type="checkbox"
          aria-label={t('bulk.select-named', { name })}
          checked={isSelected}
          onChange={() => {
            selection.toggle(id, isShiftPressed.current)
            isShiftPressed.current = false
          }}
          className="col-start-1 row-start-1 size-4.5 appearance-none rounded-chip border-[1.5px] border-line-strong bg-raised outline-none checked:border-accent checked:bg-accent"
        />
        {isSelected && (
          <Check
            size={14}
            strokeWidth={3}
            aria-hidden
            className="pointer-events-none col-start-1 row-start-1 text-on-accent"
          />
        )}
      </span>
      <Avatar name={name} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold">{name}</span>
        <span className="block truncate text-small text-ink-soft">
          {company || (phones[0] ? formatNumber(phones[0].number) : '')}
        </span>
      </span>
    </label>
  )
}
