import { type CountryCode, getCountries } from 'libphonenumber-js'

/** A locale with the time zones of its region, which TypeScript does not know yet. */
interface LocaleWithTimeZones extends Intl.Locale {
  getTimeZones?(): string[] | undefined
}

/**
 * Returns the country of the user by the time zone and the languages of the browser, or null. The time zone
 * decides, unless several countries share it: then the one of a language, if any.
 */
export function proposeCountry(timeZone: string, languages: readonly string[]): CountryCode | null {
  const known = getCountries()
  const inZone = known.filter((country) => listTimeZones(country).includes(timeZone))
  const byLanguage = languages
    .map((language) => new Intl.Locale(language).region)
    .flatMap((region) => known.find((country) => country === region) ?? [])
  return byLanguage.find((country) => inZone.includes(country)) ?? inZone[0] ?? byLanguage[0] ?? null
}

function listTimeZones(country: string): string[] {
  const locale: LocaleWithTimeZones = new Intl.Locale('und', { region: country })
  return locale.getTimeZones?.() ?? []
}
