import { Button, Card, Field, Select } from '@parley/ui'
import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { useStackApp } from '../../../hooks/use-stack-app.ts'
import { localeNames, locales } from '../../../locales/index.ts'
import { useLanguage } from '../../../provider/language.tsx'
import { applyThemeChoice, loadThemeChoice, type ThemeChoice } from '../../../provider/theme-choice.ts'
import { SettingList, SettingRow } from '../shared/setting-row.tsx'
import { useSettingsTexts } from '../shared/settings-texts.ts'

/** Language, appearance and sign-out. */
export function SettingsBlock() {
  const app = useStackApp()
  const { t } = useSettingsTexts()
  const { locale, select } = useLanguage()
  const [theme, setTheme] = useState(loadThemeChoice)
  const changeTheme = (choice: ThemeChoice) => {
    setTheme(choice)
    applyThemeChoice(choice)
  }
  return (
    <>
      <Card>
        <div className="grid max-w-100 gap-3.5">
          {select && (
            <Field label={t('settings.language')}>
              <Select
                options={locales.map((value) => ({ value, label: localeNames[value] }))}
                value={locale}
                onChange={select}
              />
            </Field>
          )}
          <Field label={t('settings.theme')}>
            <Select<ThemeChoice>
              options={[
                { value: 'system', label: t('settings.theme-system') },
                { value: 'light', label: t('settings.theme-light') },
                { value: 'dark', label: t('settings.theme-dark') },
              ]}
              value={theme}
              onChange={changeTheme}
            />
          </Field>
        </div>
      </Card>
      <Card padding="none">
        <SettingList label={t('settings.sign-out')}>
          <SettingRow
            icon={LogOut}
            title={t('settings.sign-out')}
            detail={t('settings.sign-out-advice')}
            action={
              <Button size="small" onClick={() => void app.redirectToSignOut()}>
                {t('settings.sign-out')}
              </Button>
            }
          />
        </SettingList>
      </Card>
    </>
  )
}
