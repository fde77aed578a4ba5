import type { me } from '@parley/contract/phone'
import { Card, Field, Select } from '@parley/ui'
import { useLanguage } from '../i18n/language.tsx'
import { ErrorAlert } from '../shell/errors/error-alert.tsx'
import { useSaveSettings } from './use-save-settings.ts'

const themes = ['system', 'light', 'dark'] as const

/** Whether the phone is light or dark. */
export function AppearanceSetting({ theme }: Pick<me.UserSettings, 'theme'>) {
  const { t } = useLanguage()
  const save = useSaveSettings()
  return (
    <Card title={t('theme.title')}>
      <div className="grid gap-3">
        <Field label={t('theme.theme')} className="sm:max-w-72">
          <Select
            value={save.isPending ? (save.variables.theme ?? theme) : theme}
            onChange={(value) => save.mutate({ theme: value })}
            options={themes.map((value) => ({ value, label: t(`theme.${value}`) }))}
          />
        </Field>
        {save.isError && <ErrorAlert error={save.error} onTryAgain={() => save.mutate(save.variables)} />}
      </div>
    </Card>
  )
}
