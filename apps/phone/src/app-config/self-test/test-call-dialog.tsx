import { Button, Dialog, Field, formatMoney, Select } from '@parley/ui'
import { useState } from 'react'
import { formatNumber } from '../../dial/numbers/format-number.ts'
import { type Language, useLanguage } from '../../i18n/language.tsx'
import type { TestCall } from './use-self-test.ts'

interface TestCallDialogProps {
  /** At least one. */
  calls: readonly TestCall[]
  maxSeconds: number
  onClose: () => void
  onConfirm: (number: string) => void
}

/** Asks for the number of a test call through a trunk, and shows what it costs before it is placed. */
export function TestCallDialog({ calls, maxSeconds, onClose, onConfirm }: TestCallDialogProps) {
  const language = useLanguage()
  const { t } = language
  const [number, setNumber] = useState(calls[0]?.number ?? '')
  const chosen = calls.find((call) => call.number === number) ?? calls[0]
  if (!chosen) return null
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('self-test.call-title')}
      description={t('self-test.call-sentence', { seconds: maxSeconds })}
    >
      <Field label={t('self-test.call-number')}>
        <Select
          value={chosen.number}
          onChange={setNumber}
          options={calls.map((call) => ({ value: call.number, label: formatNumber(call.number) }))}
        />
      </Field>
      <p className="wrap-anywhere">
        {t('self-test.call-route', { from: formatNumber(chosen.from), trunk: chosen.trunkName })}{' '}
        {describePrice(chosen, language)}
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button variant="primary" onClick={() => onConfirm(chosen.number)}>
          {t('self-test.call-confirm')}
        </Button>
      </div>
    </Dialog>
  )
}

function describePrice({ price }: TestCall, { t, locale }: Language): string {
  if (!price) return t('self-test.call-price-unknown')
  const { currency, perMinuteMicros, setupFeeMicros } = price
  const format = (micros: number) => formatMoney(micros / 1_000_000, currency, locale)
  const shown =
    setupFeeMicros === 0
      ? t('dial.price', { price: format(perMinuteMicros) })
      : t('dial.price-with-fee', { price: format(perMinuteMicros), fee: format(setupFeeMicros) })
  return t('self-test.call-price', { price: shown })
}
