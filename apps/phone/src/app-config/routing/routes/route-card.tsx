import { Button, Card, ConfirmDialog } from '@parley/ui'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { formatNumber } from '../../../dial/numbers/format-number.ts'
import { useLanguage } from '../../../i18n/language.tsx'
import { useExplainError } from '../../../shell/errors/explain-error.ts'
import { findRoute, getDefaultRoute, withoutRoute } from '../change-configuration.ts'
import { type PartNames, useSaveRouting } from '../use-routing.ts'
import { RouteDialog } from './route-dialog.tsx'
import { RouteFlow } from './route-flow.tsx'

interface RouteCardProps extends PartNames {
  /** Null: all numbers without a separate route. */
  number: string | null
}

/** The route of a number, which can be edited and reset. */
export function RouteCard({ number, configuration, members }: RouteCardProps) {
  const { t } = useLanguage()
  const [dialog, setDialog] = useState<'edit' | 'reset' | null>(null)
  const own = findRoute(configuration, number)
  const route = own ?? { ...getDefaultRoute(configuration), number }
  const title = number === null ? t('routing.other-numbers') : formatNumber(number)
  const hasOwnRoute = own !== null && number !== null

  return (
    <Card
      title={title}
      aside={
        <div className="flex gap-2">
          {hasOwnRoute && (
            <Button size="small" onClick={() => setDialog('reset')}>
              {t('routing.reset')}
            </Button>
          )}
          <Button size="small" icon={Pencil} onClick={() => setDialog('edit')}>
            {t('routing.edit')}
          </Button>
        </div>
      }
    >
      {number !== null && own === null && (
        <p className="mb-4 text-small text-ink-soft">{t('routing.like-others')}</p>
      )}
      <RouteFlow
        title={number === null ? t('routing.call-to-others') : t('routing.call-to', { number: title })}
        route={route}
        configuration={configuration}
        members={members}
      />
      {dialog === 'edit' && (
        <RouteDialog
          title={t('routing.edit-named', { name: title })}
          route={route}
          configuration={configuration}
          members={members}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'reset' && number !== null && (
        <ResetRoute number={number} title={title} onClose={() => setDialog(null)} />
      )}
    </Card>
  )
}

interface ResetRouteProps {
  number: string
  title: string
  onClose: () => void
}

function ResetRoute({ number, title, onClose }: ResetRouteProps) {
  const { t } = useLanguage()
  const explain = useExplainError()
  const save = useSaveRouting(onClose)
  return (
    <ConfirmDialog
      isOpen
      title={t('routing.reset-question', { number: title })}
      cancelLabel={t('common.cancel')}
      confirmLabel={t('routing.reset')}
      state={save.isPending ? 'busy' : 'idle'}
      error={save.error && explain(save.error).sentence}
      onCancel={onClose}
      onConfirm={() => save.mutate((before) => withoutRoute(before, number))}
    >
      {t('routing.reset-sentence')}
    </ConfirmDialog>
  )
}
