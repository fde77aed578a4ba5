/** Formats a count with the separators of the locale. */
export function formatCount(count: number, locale: string): string {
  return new Intl.NumberFormat(locale).format(count)
}

/** Formats a size in decimal units: "1.5 GB", "300 MB". */
export function formatBytes(bytes: number, locale: string): string {
  const [unit, size] = bytes < 1e9 ? ['megabyte', 1e6] : ['gigabyte', 1e9]
  return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 }).format(bytes / size)
}

/** Formats an amount with up to 4 decimals, so that prices per minute are exact. */
export function formatMoney(amount: number, currency: string, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'currency', currency, maximumFractionDigits: 4 }).format(
    amount,
  )
}

/** Formats a list of names: "Grace, Linus and you", or "Grace, Linus or you". */
export function formatNames(
  names: readonly string[],
  locale: string,
  type: 'conjunction' | 'disjunction' = 'conjunction',
): string {
  return new Intl.ListFormat(locale, { type }).format(names)
}

const countryNames = new Map<string, Intl.DisplayNames>()

/** Returns the localised name of a country by its ISO 3166-1 alpha-2 code. */
export function formatCountry(code: string, locale: string): string {
  // Cached per locale, because creating Intl.DisplayNames is much slower than one lookup.
  const names = countryNames.get(locale) ?? new Intl.DisplayNames(locale, { type: 'region' })
  countryNames.set(locale, names)
  return names.of(code) ?? code
}
