/** A count with the separators of the locale. */
export function formatCount(count: number, locale: string): string {
  return new Intl.NumberFormat(locale).format(count)
}

/** An amount with up to four decimals, so that a price per minute stays true. */
export function formatMoney(amount: number, currency: string, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'currency', currency, maximumFractionDigits: 4 }).format(
    amount,
  )
}

/** "Grace, Linus and you". */
export function formatNames(names: readonly string[], locale: string): string {
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(names)
}

const countryNames = new Map<string, Intl.DisplayNames>()

/** A country by its ISO code, in the language of the reader. */
export function formatCountry(code: string, locale: string): string {
  // A list names all countries at once, and loading the names of a language takes far longer than one name.
  const names = countryNames.get(locale) ?? new Intl.DisplayNames(locale, { type: 'region' })
  countryNames.set(locale, names)
  return names.of(code) ?? code
}
