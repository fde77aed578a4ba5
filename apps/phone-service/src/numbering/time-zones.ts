/** The zones of a country (IANA names), as far as the runtime knows them; the most common first. */
export function timeZonesOf(country: string): string[] {
  try {
    const locale = new Intl.Locale('und', { region: country }) as Intl.Locale & { getTimeZones?(): string[] }
    return locale.getTimeZones?.() ?? []
  } catch {
    return []
  }
}
