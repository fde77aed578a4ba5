import { Dialog, Field, type FormErrors, Select, useForm } from '@parley/ui'
import { useState } from 'react'
import { type Language, useLanguage } from '../../../i18n/language.tsx'
import { ErrorAlert } from '../../../shell/errors/error-alert.tsx'
import { useUnsavedChangesGuard } from '../../../shell/hooks/use-unsaved-changes-guard.tsx'
import { listTimeZones } from '../../list-time-zones.ts'
import { withOpeningHours } from '../change-configuration.ts'
import { FormButtons } from '../form-buttons.tsx'
import { NameField } from '../name-field.tsx'
import { type OpeningHours, useSaveRouting } from '../use-routing.ts'
import { Holidays } from './holidays.tsx'
import { areIntervalsValid, sortHours } from './intervals.ts'
import { WeeklyHours } from './weekly-hours.tsx'

interface OpeningHoursDialogProps {
  /** Null for new opening hours. */
  hours: OpeningHours | null
  onClose: () => void
}

/** Adds or edits opening hours. */
export function OpeningHoursDialog({ hours, onClose }: OpeningHoursDialogProps) {
  const { t } = useLanguage()
  const [initial] = useState(() => hours ?? createOpeningHours())
  const [draft, setDraft] = useState(initial)
  const save = useSaveRouting(onClose)
  const changes = useUnsavedChangesGuard(JSON.stringify(draft) !== JSON.stringify(initial), onClose)
  const change = (parts: Partial<OpeningHours>) => setDraft((before) => ({ ...before, ...parts }))
  const submit = () =>
    save.mutate((before) => withOpeningHours(before, sortHours({ ...draft, name: draft.name.trim() })))
  const form = useForm({
    validate: () => validateHours(draft, t),
    onValid: submit,
  })

  return (
    <Dialog
      isOpen
      onClose={changes.leave}
      title={hours ? t('routing.edit-named', { name: hours.name }) : t('routing.add-hours')}
    >
      <form {...form.props} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <NameField value={draft.name} form={form} onChange={change} />
        <Field label={t('routing.time-zone')}>
          <Select
            value={draft.timeZone}
            onChange={(timeZone) => change({ timeZone })}
            options={listTimeZones(draft.timeZone)}
          />
        </Field>
        <WeeklyHours
          weekly={draft.weekly}
          error={form.getError('weekly')}
          onChange={(weekly) => change({ weekly })}
        />
        <Holidays
          holidays={draft.holidays}
          error={form.getError('holidays')}
          onChange={(holidays) => change({ holidays })}
        />
        {save.error && <ErrorAlert error={save.error} onTryAgain={submit} />}
        <FormButtons isBusy={save.isPending} onCancel={changes.leave} />
      </form>
      {changes.dialog}
    </Dialog>
  )
}

function createOpeningHours(): OpeningHours {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const weekly = [1, 2, 3, 4, 5].map((day) => ({ day, intervals: [{ from: '09:00', to: '17:00' }] }))
  return { id: crypto.randomUUID(), name: '', timeZone, weekly, holidays: [] }
}

function validateHours({ name, weekly, holidays }: OpeningHours, t: Language['t']): FormErrors {
  return {
    name: name.trim() ? null : t('routing.name-missing'),
    weekly: weekly.every(areIntervalsValid) ? null : t('routing.interval-wrong'),
    holidays: validateHolidays(holidays, t),
  }
}

function validateHolidays(holidays: OpeningHours['holidays'], t: Language['t']): string | null {
  if (holidays.some(({ date }) => date === '')) return t('routing.date-missing')
  if (new Set(holidays.map(({ date }) => date)).size < holidays.length) return t('routing.date-twice')
  return holidays.every(areIntervalsValid) ? null : t('routing.interval-wrong')
}
