import type { me } from '@parley/contract/phone'
import { Card, Field, Select } from '@parley/ui'
import { useLanguage } from '../../i18n/language.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { useSaveSettings } from '../use-save-settings.ts'

const choices = [10, 15, 20, 25, 30, 40, 50, 60]

/** How long calls ring for the user. */
export function RingTimeSetting({ ringSeconds }: Pick<me.UserSettings, 'ringSeconds'>) {
  const { t } = useLanguage()
  const save = useSaveSettings()
  const { ringSeconds: shown = ringSeconds } = save.isPending ? save.variables : { ringSeconds }
  // Another client may have chosen a time between these.
  const seconds = shown === null ? choices : [...new Set([...choices, shown])].sort((a, b) => a - b)
  return (
    <Card title={t('ring-time.title')}>
      <div className="grid gap-3">
        <Field label={t('ring-time.label')} hint={t('ring-time.hint')} className="sm:max-w-96">
          <Select
            value={String(shown ?? 'usual')}
            onChange={(value) => save.mutate({ ringSeconds: value === 'usual' ? null : Number(value) })}
            options={[
              { value: 'usual', label: t('ring-time.usual') },
              ...seconds.map((each) => ({
                value: String(each),
                label: t('ring-time.seconds', { count: each }),
              })),
            ]}
          />
        </Field>
        {save.isError && <ErrorAlert error={save.error} onTryAgain={() => save.mutate(save.variables)} />}
      </div>
    </Card>
  )
}
