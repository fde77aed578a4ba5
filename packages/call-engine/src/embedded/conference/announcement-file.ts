import { fileURLToPath } from 'node:url'
import type { Announcement, AnnouncementLanguage } from '../../port.ts'

const languages: readonly AnnouncementLanguage[] = ['en-US', 'de-DE', 'es-419', 'es-ES', 'fr-CA']

/**
 * Returns the path of an announcement's audio file: in the language requested, else in one with the same
 * base, else in English.
 */
export function announcementFile({ name, language }: Announcement): string {
  const base = language.split('-')[0]
  const available =
    languages.find((known) => known === language) ??
    languages.find((known) => known.split('-')[0] === base) ??
    'en-US'
  return fileURLToPath(new URL(`../../../assets/${name}.${available}.wav`, import.meta.url))
}
