import type { ReactNode } from 'react'
import { useLanguage } from '../../../i18n/language.tsx'
import type { OpeningHours } from '../use-routing.ts'
import { formatWeekday, weekdays } from './describe-hours.ts'
import { FieldsetError } from './fieldset-error.tsx'
import { IntervalFields } from './interval-fields.tsx'
import { areIntervalsValid } from './intervals.ts'

interface WeeklyHoursProps {
  weekly: OpeningHours['weekly']
  error: ReactNode
  onChange: (weekly: OpeningHours['weekly']) => void
}

/** The times of each day of the week. */
export function WeeklyHours({ weekly, error, onChange }: WeeklyHoursProps) {
  const { t, locale } = useLanguage()
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1.5">
      <legend className="mb-1.5 text-small font-medium">{t('routing.week')}</legend>
      {weekdays.map((day) => {
        const intervals = weekly.find((each) => each.day === day)?.intervals ?? []
        const name = formatWeekday(day, locale, 'long')
        return (
          <div
            key={day}
            className="grid grid-cols-[5.5rem_minmax(0,1fr)] items-start gap-2 max-sm:grid-cols-1"
          >
            <span className="flex min-h-10 items-center max-sm:min-h-0">{name}</span>
            <IntervalFields
              name="weekly"
              label={name}
              isInvalid={Boolean(error) && !areIntervalsValid({ intervals })}
              intervals={intervals}
              onChange={(changed) => {
                const others = weekly.filter((each) => each.day !== day)
                onChange(changed.length > 0 ? [...others, { day, intervals: changed }] : others)
              }}
            />
          </div>
        )
      })}
      <FieldsetError error={error} />
    </fieldset>
  )
}
