import { Button, Card, EmptyState } from '@parley/ui'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useLanguage } from '../../../i18n/language.tsx'
import { withoutOpeningHours } from '../change-configuration.ts'
import { DeletePart } from '../delete-part.tsx'
import { PartRow } from '../part-row.tsx'
import type { Configuration, OpeningHours } from '../use-routing.ts'
import { OpenBadge } from './open-badge.tsx'
import { OpeningHoursDialog } from './opening-hours-dialog.tsx'
import { OpeningHoursSummary } from './opening-hours-summary.tsx'

const maxOpeningHours = 20

/** The opening hours of the workspace. */
export function OpeningHoursCard({ configuration }: { configuration: Configuration }) {
  const { t } = useLanguage()
  const [edited, setEdited] = useState<OpeningHours | 'new' | null>(null)
  const [deleted, setDeleted] = useState<OpeningHours | null>(null)
  const { openingHours } = configuration
  const add = openingHours.length < maxOpeningHours && (
    <Button size="small" icon={Plus} onClick={() => setEdited('new')}>
      {t('routing.add-hours')}
    </Button>
  )
  return (
    <Card title={t('routing.opening-hours')} padding="none" aside={openingHours.length > 0 && add}>
      {openingHours.length === 0 ? (
        <div className="px-4.5">
          <EmptyState action={add}>{t('routing.no-hours')}</EmptyState>
        </div>
      ) : (
        <ul className="[&>li+li]:border-t [&>li+li]:border-line">
          {openingHours.map((hours) => (
            <PartRow
              key={hours.id}
              name={hours.name}
              badge={<OpenBadge hours={hours} />}
              onEdit={() => setEdited(hours)}
              onDelete={() => setDeleted(hours)}
            >
              <OpeningHoursSummary hours={hours} />
            </PartRow>
          ))}
        </ul>
      )}
      {edited !== null && (
        <OpeningHoursDialog hours={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
      {deleted !== null && (
        <DeletePart
          part={deleted}
          configuration={configuration}
          remove={withoutOpeningHours}
          onClose={() => setDeleted(null)}
        />
      )}
    </Card>
  )
}
