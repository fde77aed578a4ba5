import { routing } from '@parley/contract/phone'
import { useLanguage } from '../../../i18n/language.tsx'
import { withoutOpeningHours } from '../change-configuration.ts'
import { PartsCard } from '../parts-card.tsx'
import type { Configuration } from '../use-routing.ts'
import { OpenBadge } from './open-badge.tsx'
import { OpeningHoursDialog } from './opening-hours-dialog.tsx'
import { OpeningHoursSummary } from './opening-hours-summary.tsx'

/** The opening hours of the workspace. */
export function OpeningHoursCard({ configuration }: { configuration: Configuration }) {
  const { t } = useLanguage()
  const { openingHours } = configuration
  return (
    <PartsCard
      title={t('routing.opening-hours')}
      parts={openingHours}
      configuration={configuration}
      addLabel={t('routing.add-hours')}
      canAdd={openingHours.length < routing.maxOpeningHours}
      none={t('routing.no-hours')}
      remove={withoutOpeningHours}
      renderBadge={(hours) => <OpenBadge hours={hours} />}
      renderSummary={(hours) => <OpeningHoursSummary hours={hours} />}
      renderDialog={(hours, onClose) => <OpeningHoursDialog hours={hours} onClose={onClose} />}
    />
  )
}
