import type { Locale } from '../index.ts'
import { type ComponentMessages, componentsEnUS } from './en-US.ts'

/** Loads the messages of the components in a locale. */
export const componentLoaders: Readonly<Record<Locale, () => Promise<ComponentMessages>>> = {
  'de-DE': async () => (await import('./de-DE.ts')).componentsDeDE,
  'en-US': async () => componentsEnUS,
  'es-419': async () => ({
    ...(await import('./es-ES.ts')).componentsEsES,
    ...(await import('./es-419.ts')).componentsEs419,
  }),
  'es-ES': async () => (await import('./es-ES.ts')).componentsEsES,
  'fr-CA': async () => (await import('./fr-CA.ts')).componentsFrCA,
}
