export const locales = ['de-DE', 'en-US', 'es-419', 'es-ES', 'fr-CA'] as const

export type Locale = (typeof locales)[number]

const defaultLocaleByLanguage: Readonly<Record<string, Locale>> = {
  de: 'de-DE',
  en: 'en-US',
  es: 'es-419',
  fr: 'fr-CA',
}

/** Returns the supported locale that best matches an Accept-Language header (RFC 9110, 12.5.4); en-US by default. */
export function matchLocale(acceptLanguage: string | null): Locale {
  const wanted = (acceptLanguage ?? '')
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.trim().toLowerCase().split(';')
      const weight = parameters.find((parameter) => parameter.trim().startsWith('q='))
      return { tag: tag.trim(), weight: weight ? Number(weight.trim().slice(2)) : 1 }
    })
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .sort((a, b) => b.weight - a.weight)

  for (const { tag } of wanted) {
    const exact = locales.find((locale) => locale.toLowerCase() === tag)
    const found = exact ?? defaultLocaleByLanguage[tag.split('-')[0] ?? '']
    if (found) return found
  }
  return 'en-US'
}
