import { unwrap } from '@parley/client'
import { Button, Card, Field, Select, useToast } from '@parley/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type Locale, localeNames, locales } from '../../i18n/index.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { proposeLanguage } from './propose-language.ts'

/** The language of announcements and e-mails, proposed from the browser until an administrator has chosen one. */
export function WorkspaceLanguageCard() {
  const { t } = useLanguage()
  const { me } = usePhone()
  const { workspaceLanguage: current, isWorkspaceLanguageChosen: isChosen } = me
  const [language, setLanguage] = useState<Locale>(() => (isChosen ? current : proposeLanguage(current)))
  const choose = useChooseLanguage()
  const hint = isChosen
    ? t('workspace-language.hint')
    : t('workspace-language.proposed', { language: localeNames[current] })

  return (
    <Card id="language" title={t('workspace-language.title')}>
      <div className="grid gap-4">
        <Field label={t('workspace-language.label')} hint={hint}>
          <Select
            value={language}
            onChange={setLanguage}
            options={locales.map((value) => ({ value, label: localeNames[value] }))}
          />
        </Field>
        {choose.error && <ErrorAlert error={choose.error} onTryAgain={() => choose.mutate(language)} />}
        {(!isChosen || language !== current) && (
          <div>
            <Button
              variant={isChosen ? 'plain' : 'primary'}
              state={choose.isPending ? 'busy' : 'idle'}
              onClick={() => choose.mutate(language)}
            >
              {t('workspace-language.choose', { language: localeNames[language] })}
            </Button>
          </div>
        )}
      </div>
    </Card>
  )
}

function useChooseLanguage() {
  const { t } = useLanguage()
  const { api, refetchMe } = usePhone()
  const show = useToast()
  return useMutation({
    mutationFn: (language: Locale) => api('PUT /limits/language', { body: { language } }).then(unwrap),
    onSuccess: () => {
      refetchMe()
      show({ text: t('workspace-language.chosen') })
    },
  })
}
