import type { me } from '@parley/contract/phone'
import { Button, Card, Field, Input, Select, useForm } from '@parley/ui'
import { useRef, useState } from 'react'
import { formatNumber } from '../../dial/numbers/format-number.ts'
import { useParseNumber } from '../../dial/numbers/use-parse-number.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { useSaveSettings } from '../use-save-settings.ts'

const choices = ['off', 'unanswered', 'always'] as const

/** Which calls to the user are forwarded, and to which number. */
export function ForwardingSetting({ forwarding }: Pick<me.UserSettings, 'forwarding'>) {
  const { t } = useLanguage()
  const [when, setWhen] = useState<(typeof choices)[number]>(forwarding?.when ?? 'off')
  const [typed, setTyped] = useState(forwarding ? formatNumber(forwarding.number) : '')
  const parseNumber = useParseNumber()
  const save = useSaveSettings()
  const number = useRef('')
  const submit = () => save.mutate({ forwarding: when === 'off' ? null : { when, number: number.current } })
  const form = useForm({
    validate: async () => {
      if (when === 'off') return {}
      if (typed.trim() === '') return { number: t('routing.number-missing') }
      const parsed = await parseNumber(typed)
      if ('problem' in parsed) return { number: parsed.problem }
      number.current = parsed.number
      return {}
    },
    onValid: submit,
  })
  return (
    <Card title={t('forwarding.title')}>
      <form {...form.props} className="grid gap-3">
        <Field label={t('forwarding.label')} className="sm:max-w-96">
          <Select
            value={when}
            onChange={setWhen}
            options={choices.map((value) => ({ value, label: t(`forwarding.${value}`) }))}
          />
        </Field>
        {when !== 'off' && (
          <Field
            label={t('routing.forward-to')}
            hint={t('routing.forward-hint')}
            error={form.getError('number')}
            className="sm:max-w-96"
          >
            <Input
              name="number"
              inputMode="tel"
              autoComplete="off"
              maxLength={40}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          </Field>
        )}
        {save.isError && <ErrorAlert error={save.error} onTryAgain={submit} />}
        <div>
          <Button type="submit" state={save.isPending || form.isValidating ? 'busy' : 'idle'}>
            {t('routing.save')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
