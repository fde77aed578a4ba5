import { Dialog, Field, Select } from '@parley/ui'
import { type FormEvent, useState } from 'react'
import { useLanguage } from '../../../i18n/language.tsx'
import { ErrorAlert } from '../../../shell/errors/error-alert.tsx'
import { useUnsavedChangesGuard } from '../../../shell/hooks/use-unsaved-changes-guard.tsx'
import { withRoute } from '../change-configuration.ts'
import { FormButtons } from '../form-buttons.tsx'
import { type Configuration, type Member, type NumberRoute, useSaveRouting } from '../use-routing.ts'
import { TargetField } from './target-field.tsx'

interface RouteDialogProps {
  title: string
  route: NumberRoute
  configuration: Configuration
  members: readonly Member[]
  onClose: () => void
}

/** Edits what happens to the calls to a number. */
export function RouteDialog({ title, route, configuration, members, onClose }: RouteDialogProps) {
  const { t } = useLanguage()
  const [draft, setDraft] = useState(route)
  const save = useSaveRouting(onClose)
  const changes = useUnsavedChangesGuard(JSON.stringify(draft) !== JSON.stringify(route), onClose)
  const change = (parts: Partial<NumberRoute>) => setDraft((before) => ({ ...before, ...parts }))
  const submit = () => save.mutate((before) => withRoute(before, draft))
  const hasHours = draft.openingHoursId !== null
  const names = { configuration, members }

  return (
    <Dialog isOpen onClose={changes.leave} title={title} description={t('routing.next-call')}>
      <form
        className="grid gap-4"
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          submit()
        }}
      >
        <Field label={t('routing.opening-hours')}>
          <Select
            value={draft.openingHoursId ?? ''}
            onChange={(id) => change({ openingHoursId: id || null })}
            options={[
              { value: '', label: t('routing.always-open') },
              ...configuration.openingHours.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        </Field>
        <TargetField
          {...names}
          label={hasHours ? t('routing.when-open') : t('routing.calls-ring')}
          value={draft.open}
          onChange={(open) => change({ open })}
        />
        {hasHours && (
          <TargetField
            {...names}
            label={t('routing.when-closed')}
            value={draft.closed}
            onChange={(closed) => change({ closed })}
          />
        )}
        <TargetField
          {...names}
          label={t('routing.when-unanswered')}
          value={draft.unanswered}
          onChange={(unanswered) => change({ unanswered })}
        />
        {save.error && <ErrorAlert error={save.error} onTryAgain={submit} />}
        <FormButtons isBusy={save.isPending} onCancel={changes.leave} />
      </form>
      {changes.dialog}
    </Dialog>
  )
}
