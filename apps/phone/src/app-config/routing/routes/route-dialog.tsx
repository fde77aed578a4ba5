import { Dialog, Field, Select, type UseFormResult, useForm } from '@parley/ui'
import { useRef, useState } from 'react'
import { useLanguage } from '../../../i18n/language.tsx'
import { ErrorAlert } from '../../../shell/errors/error-alert.tsx'
import { useUnsavedChangesGuard } from '../../../shell/hooks/use-unsaved-changes-guard.tsx'
import { withRoute } from '../change-configuration.ts'
import { FormButtons } from '../form-buttons.tsx'
import { type NumberRoute, type PartNames, useSaveRouting } from '../use-routing.ts'
import { TargetField } from './target-field.tsx'
import { useParseTargets } from './use-parse-targets.ts'

interface RouteDialogProps extends PartNames {
  title: string
  route: NumberRoute
  onClose: () => void
}

/** Edits what happens to the calls to a number. */
export function RouteDialog({ title, route, configuration, members, onClose }: RouteDialogProps) {
  const { t } = useLanguage()
  const [draft, setDraft] = useState(route)
  const save = useSaveRouting(onClose)
  const changes = useUnsavedChangesGuard(JSON.stringify(draft) !== JSON.stringify(route), onClose)
  const change = (parts: Partial<NumberRoute>) => setDraft((before) => ({ ...before, ...parts }))
  const parseTargets = useParseTargets()
  // With numbers in E.164.
  const parsed = useRef(draft)
  const submit = () => save.mutate((before) => withRoute(before, parsed.current))
  const form = useForm({
    validate: async () => {
      const { open, closed, unanswered } = draft
      const { targets, errors } = await parseTargets({ open, closed, unanswered })
      parsed.current = { ...draft, ...targets }
      return errors
    },
    onValid: submit,
  })
  const names = { configuration, members }

  return (
    <Dialog isOpen onClose={changes.leave} title={title} description={t('routing.next-call')}>
      <form {...form.props} className="grid grid-cols-[minmax(0,1fr)] gap-4">
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
        <RouteTargets {...names} draft={draft} form={form} onChange={change} />
        {save.error && <ErrorAlert error={save.error} onTryAgain={submit} />}
        <FormButtons isBusy={save.isPending || form.isValidating} onCancel={changes.leave} />
      </form>
      {changes.dialog}
    </Dialog>
  )
}

interface RouteTargetsProps extends PartNames {
  draft: NumberRoute
  form: UseFormResult
  onChange: (parts: Partial<NumberRoute>) => void
}

/** The targets of a route: when it is open, when it is closed, and of calls that no user answers. */
function RouteTargets({ draft, form, onChange, ...names }: RouteTargetsProps) {
  const { t } = useLanguage()
  const hasHours = draft.openingHoursId !== null
  return (
    <>
      <TargetField
        {...names}
        label={hasHours ? t('routing.when-open') : t('routing.calls-ring')}
        name="open"
        error={form.getError('open')}
        value={draft.open}
        onChange={(open) => onChange({ open })}
      />
      {hasHours && (
        <TargetField
          {...names}
          label={t('routing.when-closed')}
          name="closed"
          error={form.getError('closed')}
          value={draft.closed}
          onChange={(closed) => onChange({ closed })}
        />
      )}
      <TargetField
        {...names}
        label={t('routing.when-unanswered')}
        name="unanswered"
        error={form.getError('unanswered')}
        value={draft.unanswered}
        onChange={(unanswered) => onChange({ unanswered })}
      />
    </>
  )
}
