import { unwrap } from '@parley/client'
import {
  Button,
  Card,
  Field,
  formatCountry,
  Input,
  Select,
  Skeleton,
  type UseFormResult,
  useForm,
  useToast,
} from '@parley/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getCountries } from 'libphonenumber-js'
import { X } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { PhoneOutput } from '../api/phone-api.ts'
import { queryKeys } from '../api/query-keys.ts'
import { useLanguage } from '../i18n/language.tsx'
import { usePhone } from '../phone-context.tsx'
import { ErrorAlert } from '../shell/errors/error-alert.tsx'

type Limits = PhoneOutput<'GET /limits'>

const maxPerMinute = 600
const maxConcurrent = 500

/** The calling limits, which protect against runaway cost from a stolen session or a mistake. */
export function CallingLimits() {
  const { t } = useLanguage()
  const { queries } = usePhone()
  const limits = useQuery(queries.limits())

  return (
    <Card id="limits" title={t('limits.title')}>
      {limits.isPending && <Skeleton rows={2} label={t('common.loading')} />}
      {limits.isError && <ErrorAlert error={limits.error} onTryAgain={() => void limits.refetch()} />}
      {limits.data && <LimitsForm initial={limits.data} />}
    </Card>
  )
}

function LimitsForm({ initial }: { initial: Limits }) {
  const { t } = useLanguage()
  const [limits, setLimits] = useState(initial)
  const change = (parts: Partial<Limits>) => setLimits((before) => ({ ...before, ...parts }))
  const save = useSaveLimits()
  const form = useForm({
    validate: () => ({
      callsPerMinute: isWholeNumberInRange(limits.callsPerMinute, maxPerMinute)
        ? null
        : t('limits.wrong', { max: maxPerMinute }),
      concurrentCalls: isWholeNumberInRange(limits.concurrentCalls, maxConcurrent)
        ? null
        : t('limits.wrong', { max: maxConcurrent }),
      callerName: limits.callerName?.includes('@') ? t('limits.caller-name-wrong') : null,
    }),
    onValid: () => save.mutate(limits),
  })

  return (
    <form {...form.props} className="grid gap-4">
      <p className="max-w-[68ch] text-small text-ink-soft">{t('limits.sentence')}</p>
      <AllowedCountries
        home={limits.homeCountry}
        allowed={limits.allowedCountries}
        onChange={(allowedCountries) => change({ allowedCountries })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('limits.per-minute')} error={form.getError('callsPerMinute')}>
          <NumberInput
            name="callsPerMinute"
            max={maxPerMinute}
            value={limits.callsPerMinute}
            onChange={(callsPerMinute) => change({ callsPerMinute })}
          />
        </Field>
        <Field label={t('limits.concurrent')} error={form.getError('concurrentCalls')}>
          <NumberInput
            name="concurrentCalls"
            max={maxConcurrent}
            value={limits.concurrentCalls}
            onChange={(concurrentCalls) => change({ concurrentCalls })}
          />
        </Field>
      </div>
      <CallerName
        value={limits.callerName}
        error={form.getError('callerName')}
        onChange={(callerName) => change({ callerName })}
      />
      {save.error && <ErrorAlert error={save.error} onTryAgain={() => save.mutate(limits)} />}
      <div>
        <Button type="submit" state={save.isPending ? 'busy' : 'idle'}>
          {t('limits.save')}
        </Button>
      </div>
    </form>
  )
}

function useSaveLimits() {
  const { t } = useLanguage()
  const { api, queries } = usePhone()
  const queryClient = useQueryClient()
  const show = useToast()
  return useMutation({
    mutationFn: (limits: Limits) => api('PUT /limits', { body: limits }).then(unwrap),
    onSuccess: (saved) => {
      queryClient.setQueryData(queries.limits().queryKey, saved)
      void queryClient.invalidateQueries({ queryKey: queryKeys.numberChecks.all })
      show({ text: t('limits.saved') })
    },
  })
}

interface CallerNameProps {
  value: string | null
  error: ReturnType<UseFormResult['getError']>
  onChange: (callerName: string | null) => void
}

/** The display name of outgoing calls. */
function CallerName({ value, error, onChange }: CallerNameProps) {
  const { t } = useLanguage()
  return (
    <Field label={t('limits.caller-name')} hint={t('limits.caller-name-hint')} error={error}>
      <Input
        name="callerName"
        maxLength={50}
        className="sm:max-w-72"
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value.trim() === '' ? null : target.value)}
      />
    </Field>
  )
}

interface NumberInputProps {
  name: string
  max: number
  /** NaN while the input is no number. */
  value: number
  onChange: (value: number) => void
}

function NumberInput({ name, max, value, onChange }: NumberInputProps) {
  return (
    <Input
      name={name}
      type="number"
      min={1}
      max={max}
      value={Number.isNaN(value) ? '' : value}
      onChange={(event) => onChange(event.target.valueAsNumber)}
    />
  )
}

function isWholeNumberInRange(value: number, max: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= max
}

interface AllowedCountriesProps {
  home: string
  allowed: readonly string[]
  onChange: (allowed: string[]) => void
}

function AllowedCountries({ home, allowed, onChange }: AllowedCountriesProps) {
  const { t, locale } = useLanguage()
  const addable = useMemo(() => {
    const { compare } = new Intl.Collator(locale)
    return getCountries()
      .filter((code) => !allowed.includes(code))
      .map((value) => ({ value: value as string, label: formatCountry(value, locale) }))
      .sort((one, other) => compare(one.label, other.label))
  }, [allowed, locale])

  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1.5 text-small font-medium">{t('limits.allowed')}</legend>
      <ul className="flex flex-wrap gap-1.5">
        {allowed.map((code) => (
          <li
            key={code}
            className="inline-flex min-h-7 items-center gap-1 rounded-full bg-fill pr-1 pl-2.5 text-small"
          >
            {formatCountry(code, locale)}
            {code === home ? (
              <span className="pr-1.5 text-ink-soft">{t('limits.home')}</span>
            ) : (
              <button
                type="button"
                aria-label={t('limits.remove', { country: formatCountry(code, locale) })}
                className="grid size-6 place-items-center rounded-full text-ink-soft hover:text-ink"
                onClick={() => onChange(allowed.filter((each) => each !== code))}
              >
                <X size={14} aria-hidden />
              </button>
            )}
          </li>
        ))}
      </ul>
      <Select
        // Remounts when the sort order changes: reordering the options of a mounted select takes the browser
        // seconds.
        key={locale}
        aria-label={t('limits.add')}
        className="sm:max-w-72"
        value=""
        onChange={(code) => code !== '' && onChange([...allowed, code])}
        options={[{ value: '', label: t('limits.add') }, ...addable]}
      />
    </fieldset>
  )
}
