import type { Locale } from '../index.ts'
import { hostedDeDE } from './de-DE.ts'
import { type HostedTexts, hostedEnUS } from './en-US.ts'
import { hostedEs419 } from './es-419.ts'
import { hostedEsES } from './es-ES.ts'
import { hostedFrCA } from './fr-CA.ts'

/** The texts of the hosted pages that differ from those of the kit. */
export const hostedTexts: Readonly<Record<Locale, HostedTexts>> = {
  'en-US': hostedEnUS,
  'de-DE': hostedDeDE,
  'es-419': hostedEs419,
  'es-ES': hostedEsES,
  'fr-CA': hostedFrCA,
}
