import type { Translation } from '@parley/i18n'
import type { Locale } from '../../../locale.ts'
import { deDe } from './de-de.ts'
import { enUs } from './en-us.ts'
import { es419 } from './es-419.ts'
import { esEs } from './es-es.ts'
import { frCa } from './fr-ca.ts'

/** The messages of the set-up page in one language. */
export type SetUpMessages = Translation<typeof enUs>

export const setUpMessages = {
  'de-DE': deDe,
  'en-US': enUs,
  'es-419': es419,
  'es-ES': esEs,
  'fr-CA': frCa,
} as const satisfies Readonly<Record<Locale, SetUpMessages>>
