import type { Locale } from '../index.ts'
import { type TeamMessages, teamsEnUS } from './en-US.ts'

/** Loads the messages of the team pages in a locale. */
export const teamLoaders: Readonly<Record<Locale, () => Promise<TeamMessages>>> = {
  'de-DE': async () => (await import('./de-DE.ts')).teamsDeDE,
  'en-US': async () => teamsEnUS,
  'es-419': async () => ({
    ...(await import('./es-ES.ts')).teamsEsES,
    ...(await import('./es-419.ts')).teamsEs419,
  }),
  'es-ES': async () => (await import('./es-ES.ts')).teamsEsES,
  'fr-CA': async () => (await import('./fr-CA.ts')).teamsFrCA,
}
