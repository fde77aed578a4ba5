import type { Translation } from '@parley/i18n'
import type { Locale } from '../../../locale.ts'
import { deDe } from './de-de.ts'
import { enUs } from './en-us.ts'
import { es419 } from './es-419.ts'
import { esEs } from './es-es.ts'
import { frCa } from './fr-ca.ts'

/** The messages of the built-in e-mails in one language. */
export type EmailMessages = Translation<typeof enUs>

export const emailMessages = {
  'de-DE': deDe,
  'en-US': enUs,
  'es-419': es419,
  'es-ES': esEs,
  'fr-CA': frCa,
} as const satisfies Readonly<Record<Locale, EmailMessages>>
