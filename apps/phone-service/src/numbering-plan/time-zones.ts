/**
 * Returns the IANA time zones of a country, the most common first; empty when the runtime does not know them.
 */
export function listTimeZones(country: string): string[] {
  try {
    const locale = new Intl.Locale('und', { region: country }) as Intl.Locale & { getTimeZones?(): string[] }
    return locale.getTimeZones?.() ?? []
  } catch {
    return []
  }
}
