import { deDE } from './de-DE.ts'
import { enUS, type Messages } from './en-US.ts'
import { es419 } from './es-419.ts'
import { esES } from './es-ES.ts'
import { frCA } from './fr-CA.ts'

export const catalogues = {
  'de-DE': deDE,
  'en-US': enUS,
  'es-419': es419,
  'es-ES': esES,
  'fr-CA': frCA,
} as const satisfies Record<string, Messages>

/** The locales of the pages. */
export type Locale = keyof typeof catalogues

export const locales = Object.keys(catalogues) as Locale[]
