import { useLanguage } from '../../../i18n/language.tsx'
import type { OpeningHours } from '../use-routing.ts'
import { describeWeek } from './describe-hours.ts'

/** The weekly times, the time zone and the number of holidays. */
export function OpeningHoursSummary({ hours }: { hours: OpeningHours }) {
  const { t, plural, locale } = useLanguage()
  const week = describeWeek(hours, locale)
  return (
    <>
      <span>{week.length > 0 ? week.join(' · ') : t('routing.never-open')}</span>
      <span>
        {hours.timeZone.replaceAll('_', ' ')}
        {hours.holidays.length > 0 && ` · ${plural('routing.holiday-count', hours.holidays.length)}`}
      </span>
    </>
  )
}
