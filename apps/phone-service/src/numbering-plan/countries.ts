import { isSupportedCountry } from 'libphonenumber-js/max'

/** Returns whether a country, ISO 3166-1 alpha-2, has a numbering plan. */
export function isKnownCountry(country: string): boolean {
  return isSupportedCountry(country)
}
