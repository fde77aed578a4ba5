import { unwrap } from '@parley/client'
import { Button, Field, Input, Select, useForm, useToast } from '@parley/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PhoneOutput } from '../../api/phone-api.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { listTimeZones } from '../list-time-zones.ts'

type DailyLimits = PhoneOutput<'PUT /limits/daily'>

const maxMinutes = 100_000
const maxSpend = 1_000_000

interface DailyLimitsFormProps {
  /** Null when none were saved. */
  initial: DailyLimits | null
  /** Of the price table; null without one. */
  currency: string | null
}

/** The limits of minutes and money per day. An empty field is no limit. */
export function DailyLimitsForm({ initial, currency }: DailyLimitsFormProps) {
  const { t } = useLanguage()
  const [minutes, setMinutes] = useState(toText(initial?.minutesPerDay))
  const [spend, setSpend] = useState(toText(initial?.spendPerDay))
  const [timeZone, setTimeZone] = useState(initial?.timeZone ?? detectTimeZone())
  const save = useSaveDailyLimits()
  const submit = () => save.mutate({ minutesPerDay: toLimit(minutes), spendPerDay: toLimit(spend), timeZone })
  const form = useForm({
    validate: () => ({
      minutesPerDay: isLimit(minutes, maxMinutes) ? null : t('limits.wrong', { max: maxMinutes }),
      spendPerDay: isLimit(spend, maxSpend) ? null : t('limits.wrong', { max: maxSpend }),
    }),
    onValid: submit,
  })

  return (
    <form {...form.props} className="grid gap-4">
      <p className="max-w-[68ch] text-small text-ink-soft">{t('daily.sentence')}</p>
      <Field label={t('daily.minutes')} hint={t('daily.empty')} error={form.getError('minutesPerDay')}>
        <Input
          name="minutesPerDay"
          inputMode="numeric"
          className="sm:max-w-40"
          value={minutes}
          onChange={({ target }) => setMinutes(target.value)}
        />
      </Field>
      <Field
        label={currency ? t('daily.spend-in', { currency }) : t('daily.spend')}
        hint={currency ? t('daily.empty') : t('daily.needs-prices')}
        error={form.getError('spendPerDay')}
      >
        <Input
          name="spendPerDay"
          inputMode="numeric"
          className="sm:max-w-40"
          disabled={currency === null}
          value={spend}
          onChange={({ target }) => setSpend(target.value)}
        />
      </Field>
      <Field label={t('daily.time-zone')} hint={t('daily.time-zone-hint')}>
        <Select value={timeZone} onChange={setTimeZone} options={listTimeZones(timeZone)} />
      </Field>
      {save.error && <ErrorAlert error={save.error} onTryAgain={submit} />}
      <div>
        <Button type="submit" state={save.isPending ? 'busy' : 'idle'}>
          {t('limits.save')}
        </Button>
      </div>
    </form>
  )
}

function useSaveDailyLimits() {
  const { t } = useLanguage()
  const { api, queries } = usePhone()
  const queryClient = useQueryClient()
  const show = useToast()
  return useMutation({
    mutationFn: (limits: DailyLimits) => api('PUT /limits/daily', { body: limits }).then(unwrap),
    onSuccess: (limits) => {
      queryClient.setQueryData(queries.dailyLimits().queryKey, { limits })
      void queryClient.invalidateQueries({ queryKey: queryKeys.numberChecks.all })
      show({ text: t('limits.saved') })
    },
  })
}

function toText(limit: number | null | undefined): string {
  return limit === null || limit === undefined ? '' : String(limit)
}

function toLimit(text: string): number | null {
  return text.trim() === '' ? null : Number(text)
}

function isLimit(text: string, max: number): boolean {
  const limit = toLimit(text)
  return limit === null || (Number.isInteger(limit) && limit >= 1 && limit <= max)
}

function detectTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
