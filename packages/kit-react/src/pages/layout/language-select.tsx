import { Icon } from '@parley/ui'
import { Languages } from 'lucide-react'
import { type Locale, localeNames, locales } from '../../locales/index.ts'
import { useLanguage } from '../../provider/language.tsx'

/** Selects the language of the pages. Renders nothing if the application has fixed it. */
export function LanguageSelect() {
  const { locale, select, t } = useLanguage()
  if (!select) return null

  return (
    <span className="flex items-center gap-1.5 text-accent">
      <Icon icon={Languages} size="small" />
      <select
        aria-label={t('common.change-language')}
        value={locale}
        onChange={(event) => select(event.target.value as Locale)}
        className="min-h-8 cursor-pointer appearance-none rounded-control bg-transparent px-1 text-small font-medium field-sizing-content hover:bg-hover [&>option]:bg-raised [&>option]:text-ink"
      >
        {locales.map((choice) => (
          <option key={choice} value={choice}>
            {localeNames[choice]}
          </option>
        ))}
      </select>
    </span>
  )
}
