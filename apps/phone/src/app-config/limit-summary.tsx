import { formatCountry } from '@parley/ui'
import { useLanguage } from '../i18n/language.tsx'

/** A short summary of the allowed countries. */
export function LimitSummary({ countries }: { countries: readonly string[] }) {
  const { t, plural, locale } = useLanguage()
  const [only] = countries
  if (only && countries.length === 1) return t('limits.only', { country: formatCountry(only, locale) })
  return plural('limits.countries', countries.length)
}
