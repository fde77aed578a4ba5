import { fileURLToPath } from 'node:url'
import type { Announcement, AnnouncementLanguage } from '../../port.ts'

const languages: readonly AnnouncementLanguage[] = ['en-US', 'de-DE', 'es-419', 'es-ES', 'fr-CA']

/** The spoken file of an announcement, in the language asked for, one of the same base, or English. */
export function announcementFile({ name, language }: Announcement): string {
  const base = language.split('-')[0]
  const spoken =
    languages.find((known) => known === language) ??
    languages.find((known) => known.split('-')[0] === base) ??
    'en-US'
  return fileURLToPath(new URL(`../../../assets/${name}.${spoken}.wav`, import.meta.url))
}
