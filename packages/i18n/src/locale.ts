import { match } from '@formatjs/intl-localematcher'

/**
 * Returns the available locale that fits the preferred ones best, by the distances of Unicode CLDR (UTS #35): `es-MX` is
 * nearer to `es-419` than to `es-ES`.
 *
 * @param preferred - BCP 47 tags in order of preference. Tags that are not well-formed are ignored, as are languages that
 * no available locale has.
 */
export function matchLocale<L extends string>(
  preferred: readonly string[],
  available: readonly L[],
  fallback: NoInfer<L>,
): L {
  const languages = new Set(available.map((tag) => new Intl.Locale(tag).language))
  // The matcher remembers every tag that it has seen. Tags come from requests, so only language and region are passed on.
  const requested = preferred.flatMap((tag) => {
    const locale = parseLocale(tag)
    if (!locale || !languages.has(locale.language)) return []
    return locale.region ? `${locale.language}-${locale.region}` : locale.language
  })
  return match([...new Set(requested)], available, fallback) as L
}

function parseLocale(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag)
  } catch {
    return null
  }
}

/** Returns the tags of an `Accept-Language` header in order of preference (RFC 9110, section 12.5.4), without `*`. */
export function parseAcceptLanguage(header: string | null): string[] {
  return (header ?? '')
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';').map((part) => part.trim())
      const weight = parameters.find((parameter) => parameter.toLowerCase().startsWith('q='))
      return { tag, weight: weight === undefined ? 1 : Number(weight.slice(2)) }
    })
    .filter(({ tag, weight }) => tag !== '' && tag !== '*' && weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
}
