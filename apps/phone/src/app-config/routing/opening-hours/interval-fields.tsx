import { IconButton, Input } from '@parley/ui'
import { Plus, X } from 'lucide-react'
import { useLanguage } from '../../../i18n/language.tsx'
import { type Interval, maxIntervals, proposeInterval } from './intervals.ts'

interface IntervalFieldsProps {
  /** The name of the controls in their form. */
  name: string
  /** The day, for screen readers. */
  label: string
  isInvalid: boolean
  intervals: readonly Interval[]
  onChange: (intervals: Interval[]) => void
}

/** Without the button of the picker, which leaves no room for the other ones. */
const timeField = 'max-w-28 [&::-webkit-calendar-picker-indicator]:hidden'

/** The times at which a day is open. */
export function IntervalFields({ name, label, isInvalid, intervals, onChange }: IntervalFieldsProps) {
  const { t } = useLanguage()
  const change = (index: number, parts: Partial<Interval>) =>
    onChange(intervals.map((interval, each) => (each === index ? { ...interval, ...parts } : interval)))
  return (
    <div className="grid gap-1.5">
      {intervals.map((interval, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an interval has no identity.
        <div key={index} className="flex items-center gap-1.5">
          <Input
            type="time"
            name={name}
            aria-invalid={isInvalid || undefined}
            className={timeField}
            aria-label={t('routing.from', { day: label })}
            value={interval.from}
            onChange={({ target }) => change(index, { from: target.value })}
          />
          <span aria-hidden>–</span>
          <Input
            type="time"
            name={name}
            aria-invalid={isInvalid || undefined}
            className={timeField}
            aria-label={t('routing.to', { day: label })}
            value={interval.to === '24:00' ? '00:00' : interval.to}
            onChange={({ target }) =>
              change(index, { to: target.value === '00:00' ? '24:00' : target.value })
            }
          />
          <IconButton
            icon={X}
            size="small"
            label={t('routing.remove-interval', { day: label })}
            onClick={() => onChange(intervals.filter((_, each) => each !== index))}
          />
          {index === intervals.length - 1 && index < maxIntervals - 1 && (
            <AddInterval label={label} intervals={intervals} onChange={onChange} />
          )}
        </div>
      ))}
      {intervals.length === 0 && (
        <div className="flex min-h-10 items-center gap-1.5 text-ink-soft">
          {t('routing.closed')}
          <AddInterval label={label} intervals={intervals} onChange={onChange} />
        </div>
      )}
    </div>
  )
}

function AddInterval({
  label,
  intervals,
  onChange,
}: Pick<IntervalFieldsProps, 'label' | 'intervals' | 'onChange'>) {
  const { t } = useLanguage()
  return (
    <IconButton
      icon={Plus}
      size="small"
      label={t('routing.add-interval', { day: label })}
      onClick={() => onChange([...intervals, proposeInterval(intervals)])}
    />
  )
}
