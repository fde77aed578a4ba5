import { Card, Field, Select } from '@parley/ui'
import { useLanguage } from '../../i18n/language.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { useSaveSettings } from '../use-save-settings.ts'
import { type DoNotDisturb, isUndisturbed } from './do-not-disturb.ts'

/** `until`: the time that was chosen before. */
type Choice = 'off' | 'until' | 'hour' | 'tomorrow' | 'on'

const hourMs = 60 * 60 * 1_000
const morningHour = 8

/** Whether calls ring for the user, or until when they do not. */
export function DoNotDisturbSetting({ doNotDisturb, doNotDisturbUntil }: DoNotDisturb) {
  const { t, locale } = useLanguage()
  const save = useSaveSettings()
  const stored = { doNotDisturb, doNotDisturbUntil }
  const shown = save.isPending ? { ...stored, ...save.variables } : stored
  const current = findChoice(shown)
  const choices: Choice[] = ['off', ...(current === 'until' ? [current] : []), 'hour', 'tomorrow', 'on']
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'short' }).format(
    shown.doNotDisturbUntil ?? 0,
  )
  return (
    <Card title={t('disturb.title')}>
      <div className="grid gap-3">
        <Field label={t('disturb.label')} hint={t('disturb.hint')} className="sm:max-w-96">
          <Select
            value={current}
            onChange={(choice) => save.mutate(toSettings(choice, stored))}
            options={choices.map((value) => ({ value, label: t(`disturb.${value}`, { time }) }))}
          />
        </Field>
        {save.isError && <ErrorAlert error={save.error} onTryAgain={() => save.mutate(save.variables)} />}
      </div>
    </Card>
  )
}

function findChoice({ doNotDisturb, doNotDisturbUntil }: DoNotDisturb): Choice {
  if (!isUndisturbed({ doNotDisturb, doNotDisturbUntil })) return 'off'
  return doNotDisturbUntil === null ? 'on' : 'until'
}

function toSettings(choice: Choice, stored: DoNotDisturb): DoNotDisturb {
  switch (choice) {
    case 'off':
    case 'on':
      return { doNotDisturb: choice, doNotDisturbUntil: null }
    case 'until':
      return stored
    case 'hour':
      return { doNotDisturb: 'on', doNotDisturbUntil: Date.now() + hourMs }
    case 'tomorrow': {
      const morning = new Date()
      morning.setDate(morning.getDate() + 1)
      morning.setHours(morningHour, 0, 0, 0)
      return { doNotDisturb: 'on', doNotDisturbUntil: morning.getTime() }
    }
  }
}
