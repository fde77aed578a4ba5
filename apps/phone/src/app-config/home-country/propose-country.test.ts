import { expect, test } from 'vitest'
import { proposeCountry } from './propose-country.ts'

test.each([
  ['Europe/Berlin', ['en-US'], 'DE'],
  ['America/New_York', ['de-DE', 'en-US'], 'US'],
  ['Europe/Vienna', ['de-DE'], 'AT'],
  ['UTC', ['fr-CA', 'en'], 'CA'],
  ['UTC', ['en'], null],
])(
  'in the time zone %s with the languages %j, the proposed country is %s',
  (timeZone, languages, country) => {
    expect(proposeCountry(timeZone, languages)).toBe(country)
  },
)
