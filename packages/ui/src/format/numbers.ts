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

/** A country by its ISO code, in the language of the reader. */
export function formatCountry(code: string, locale: string): string {
  return new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code
}
