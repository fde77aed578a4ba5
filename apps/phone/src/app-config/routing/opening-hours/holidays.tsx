import { routing } from '@parley/contract/phone'
import { Button, IconButton, Input } from '@parley/ui'
import { Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLanguage } from '../../../i18n/language.tsx'
import type { OpeningHours } from '../use-routing.ts'
import { FieldsetError } from './fieldset-error.tsx'
import { IntervalFields } from './interval-fields.tsx'
import { areIntervalsValid } from './intervals.ts'

type Holiday = OpeningHours['holidays'][number]

const maxHolidays = 100

interface HolidaysProps {
  holidays: readonly Holiday[]
  error: ReactNode
  onChange: (holidays: Holiday[]) => void
}

/** The dates on which other times apply than on their day of the week. */
export function Holidays({ holidays, error, onChange }: HolidaysProps) {
  const { t } = useLanguage()
  const change = (index: number, parts: Partial<Holiday>) =>
    onChange(holidays.map((holiday, each) => (each === index ? { ...holiday, ...parts } : holiday)))
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
      <legend className="mb-1.5 text-small font-medium">{t('routing.holidays')}</legend>
      {holidays.length === 0 && <p className="text-small text-ink-soft">{t('routing.no-holidays')}</p>}
      <ul className="grid gap-3">
        {holidays.map((holiday, index) => (
          <HolidayRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a holiday has no identity before it has a date.
            key={index}
            holiday={holiday}
            isDateWrong={Boolean(error) && !isDateValid(holiday, holidays)}
            areTimesWrong={Boolean(error) && !areIntervalsValid(holiday)}
            onChange={(parts) => change(index, parts)}
            onRemove={() => onChange(holidays.filter((_, each) => each !== index))}
          />
        ))}
      </ul>
      <FieldsetError error={error} />
      {holidays.length < maxHolidays && (
        <div>
          <Button
            size="small"
            icon={Plus}
            onClick={() => onChange([...holidays, { date: '', name: '', intervals: [] }])}
          >
            {t('routing.add-holiday')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

function isDateValid({ date }: Holiday, holidays: readonly Holiday[]): boolean {
  return date !== '' && holidays.filter((each) => each.date === date).length === 1
}

interface HolidayRowProps {
  holiday: Holiday
  isDateWrong: boolean
  areTimesWrong: boolean
  onChange: (parts: Partial<Holiday>) => void
  onRemove: () => void
}

function HolidayRow({ holiday, isDateWrong, areTimesWrong, onChange, onRemove }: HolidayRowProps) {
  const { t } = useLanguage()
  const label = holiday.name.trim() || holiday.date || t('routing.holiday')
  return (
    <li className="grid gap-1.5 rounded-control border border-line p-2.5">
      <div className="flex flex-wrap items-center gap-1.5">
        <Input
          type="date"
          name="holidays"
          aria-invalid={isDateWrong || undefined}
          className="max-w-40"
          aria-label={t('routing.date')}
          value={holiday.date}
          onChange={({ target }) => onChange({ date: target.value })}
        />
        <Input
          className="min-w-32 flex-1"
          aria-label={t('routing.holiday-name')}
          placeholder={t('routing.holiday-name')}
          maxLength={routing.maxNameLength}
          value={holiday.name}
          onChange={({ target }) => onChange({ name: target.value })}
        />
        <IconButton
          icon={Trash2}
          size="small"
          label={t('routing.remove-named', { name: label })}
          onClick={onRemove}
        />
      </div>
      <IntervalFields
        name="holidays"
        label={label}
        isInvalid={areTimesWrong}
        intervals={holiday.intervals}
        onChange={(intervals) => onChange({ intervals })}
      />
    </li>
  )
}
