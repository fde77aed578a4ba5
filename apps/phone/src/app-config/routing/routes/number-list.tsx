import { Card, Field, Select } from '@parley/ui'
import { useLanguage } from '../../../i18n/language.tsx'

/** A number of the workspace; null for all numbers without a separate route. */
export interface RoutedNumber {
  readonly number: string | null
  readonly title: string
  readonly subtitle: string
}

interface NumberListProps {
  numbers: readonly RoutedNumber[]
  selected: string | null
  onSelect: (number: string | null) => void
}

/** Chooses the number whose route is shown: a list; on narrow screens a select. */
export function NumberList({ numbers, selected, onSelect }: NumberListProps) {
  const { t } = useLanguage()
  return (
    <>
      <Card padding="none" className="max-lg:hidden">
        <ul aria-label={t('routing.numbers')} className="grid max-h-120 gap-1 overflow-y-auto p-1.5">
          {numbers.map(({ number, title, subtitle }) => (
            <li key={number ?? ''}>
              <button
                type="button"
                aria-current={number === selected ? 'true' : undefined}
                onClick={() => onSelect(number)}
                className="grid w-full min-w-0 rounded-control px-3 py-2 text-left hover:bg-hover aria-[current]:bg-accent-soft"
              >
                <span className="truncate font-semibold tabular-nums">{title}</span>
                <span className="truncate text-small text-ink-soft" title={subtitle}>
                  {subtitle}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </Card>
      <Field label={t('routing.number')} className="lg:hidden">
        <Select
          value={selected ?? ''}
          onChange={(number) => onSelect(number || null)}
          options={numbers.map(({ number, title }) => ({ value: number ?? '', label: title }))}
        />
      </Field>
    </>
  )
}
