/**
 * Returns the available locale of the first preferred language that has one. Of several with the language and
 * script, it is the one of the region, otherwise that of Latin America (`419`) for regions other than the
 * main one of the language, otherwise the first.
 *
 * @param preferred - BCP 47 tags in order of preference. Tags that are not well-formed are ignored.
 */
export function matchLocale<L extends string>(
  preferred: readonly string[],
  available: readonly L[],
  fallback: NoInfer<L>,
): L {
  for (const tag of preferred) {
    const found = findNearest(tag, available)
    if (found !== null) return found
  }
  return fallback
}

function findNearest<L extends string>(tag: string, available: readonly L[]): L | null {
  const parsed = parseLocale(tag)
  // An undetermined language would be maximized to English.
  if (!parsed || /^und\b/.test(parsed.baseName)) return null
  const requested = parsed.maximize()
  const candidates = available
    .map((name) => ({ name, locale: new Intl.Locale(name).maximize() }))
    .filter(({ locale }) => locale.language === requested.language && locale.script === requested.script)
  const ofRegion = candidates.find(({ locale }) => locale.region === requested.region)
  const ofLatinAmerica = candidates.find(({ locale }) => locale.region === '419')
  const mainRegion = new Intl.Locale(requested.language).maximize().region
  const nearest = ofRegion ?? (requested.region === mainRegion ? undefined : ofLatinAmerica) ?? candidates[0]
  return nearest?.name ?? null
}

function parseLocale(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag)
  } catch {
    return null
  }
}

/**
 * Returns the tags of an `Accept-Language` header in order of preference (RFC 9110, section 12.5.4), without
 * `*`.
 */
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
