import { formatCountry, formatMoney, formatTime, Icon } from '@parley/ui'
import { Ban, Check, Clock, Coins, Globe, MessageSquareMore } from 'lucide-react'
import type { PhoneOutput } from '../api/phone-api.ts'
import { type Language, useLanguage } from '../i18n/language.tsx'
import { explainRefusal, useExplainError } from '../shell/errors/explain-error.ts'
import { useNow } from '../shell/hooks/use-now.ts'
import { NoTrunk } from './no-trunk.tsx'

interface NumberInfoProps {
  check: PhoneOutput<'POST /numbers/check'>
  /** False while the check belongs to an earlier input. */
  isCurrent: boolean
  /** Whether no trunk of the workspace reaches the number. */
  lacksTrunk: boolean
  error: unknown
}

/** The destination country, its local time, and whether the call is allowed. */
export function NumberInfo({ check, isCurrent, lacksTrunk, error }: NumberInfoProps) {
  const language = useLanguage()
  const { t, locale } = language
  const explain = useExplainError()
  const nowMs = useNow()
  const { country, timeZones, refusal, price, postDialDigits } = check
  if (error) return <p className="text-danger">{explain(error).sentence}</p>

  const [first] = timeZones
  const times = new Set(timeZones.map((timeZone) => formatTime(nowMs, { locale, nowMs, timeZone })))
  // A number that is still being typed is not wrong.
  const refused = isCurrent && refusal && !check.isIncomplete && explainRefusal(refusal, check, language)

  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1">
      {country && (
        <li className="flex items-center gap-1.5 whitespace-nowrap">
          <Icon icon={Globe} size="small" />
          {formatCountry(country, locale)}
        </li>
      )}
      {first && times.size === 1 && (
        <li className="flex items-center gap-1.5 whitespace-nowrap tabular-nums">
          <Icon icon={Clock} size="small" />
          {t('dial.time-there', { time: [...times][0] ?? '' })}
        </li>
      )}
      {isCurrent && price && (
        <li className="flex items-center gap-1.5 tabular-nums">
          <Icon icon={Coins} size="small" />
          {explainPrice(price, language)}
        </li>
      )}
      {postDialDigits && (
        <li className="flex items-center gap-1.5 whitespace-nowrap tabular-nums">
          <Icon icon={MessageSquareMore} size="small" />
          {t('dial.post-dial', { digits: postDialDigits })}
        </li>
      )}
      {isCurrent && lacksTrunk ? (
        <NoTrunk />
      ) : refused ? (
        <li className="flex items-start gap-1.5 text-danger">
          <Icon icon={Ban} size="small" className="mt-0.5" />
          {refused}
        </li>
      ) : (
        isCurrent &&
        check.number && (
          <li className="flex items-center gap-1.5 whitespace-nowrap">
            <Icon icon={Check} size="small" className="text-positive" />
            {t('dial.allowed')}
          </li>
        )
      )}
    </ul>
  )
}

function explainPrice(
  price: NonNullable<PhoneOutput<'POST /numbers/check'>['price']>,
  { t, locale }: Language,
): string {
  if (price.kind !== 'price') return t(`dial.price-${price.kind}`)
  const { currency, perMinuteMicros, setupFeeMicros } = price
  const format = (micros: number) => formatMoney(micros / 1_000_000, currency, locale)
  return setupFeeMicros === 0
    ? t('dial.price', { price: format(perMinuteMicros) })
    : t('dial.price-with-fee', { price: format(perMinuteMicros), fee: format(setupFeeMicros) })
}
