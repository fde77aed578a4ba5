import type { Locale } from '../../../locale.ts'
import { deDe } from './de-de.ts'
import { type EmailMessages, enUs } from './en-us.ts'
import { es419 } from './es-419.ts'
import { esEs } from './es-es.ts'
import { frCa } from './fr-ca.ts'

export type { EmailMessages } from './en-us.ts'

export const emailMessages = {
  'de-DE': deDe,
  'en-US': enUs,
  'es-419': es419,
  'es-ES': esEs,
  'fr-CA': frCa,
} as const satisfies Readonly<Record<Locale, EmailMessages>>
