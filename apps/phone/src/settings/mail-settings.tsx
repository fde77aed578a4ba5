import type { me } from '@parley/contract/phone'
import { Callout, Card, Field, Select } from '@parley/ui'
import { useQuery } from '@tanstack/react-query'
import { useLanguage } from '../i18n/language.tsx'
import { usePhone } from '../phone-context.tsx'
import { ErrorAlert } from '../shell/errors/error-alert.tsx'
import { useSaveSettings } from './use-save-settings.ts'

const choices = ['off', 'own', 'all'] as const

/** The e-mails about missed calls, or why there are none. */
export function MailSettings({ missedCallMails }: Pick<me.UserSettings, 'missedCallMails'>) {
  const { t } = useLanguage()
  const { me, queries } = usePhone()
  const status = useQuery(queries.mailStatus())
  const save = useSaveSettings()
  // Without an own choice, that of the workspace applies.
  const current = status.data?.missedCalls ?? missedCallMails
  const { primaryEmail } = me.user
  const hint = status.data?.isEmailVerified === false ? 'mails.hint-unverified' : 'mails.hint'
  return (
    <Card title={t('mails.title')}>
      <div className="grid gap-3">
        {status.data?.arePossible === false && <Callout tone="neutral" title={t('mails.turned-off')} />}
        <Field
          label={t('mails.missed')}
          hint={primaryEmail ? t(hint, { email: primaryEmail }) : t('mails.no-address')}
          className="sm:max-w-96"
        >
          <Select
            disabled={status.data?.arePossible !== true}
            value={save.isPending ? (save.variables.missedCallMails ?? current) : current}
            onChange={(value) => save.mutate({ missedCallMails: value })}
            options={choices.map((value) => ({ value, label: t(`mails.${value}`) }))}
          />
        </Field>
        {status.isError && <ErrorAlert error={status.error} onTryAgain={() => void status.refetch()} />}
        {save.isError && <ErrorAlert error={save.error} onTryAgain={() => save.mutate(save.variables)} />}
      </div>
    </Card>
  )
}
