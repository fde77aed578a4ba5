import { fileURLToPath } from 'node:url'
import type { Announcement, AnnouncementLanguage, AnnouncementName } from '../../port.ts'

const languages: readonly AnnouncementLanguage[] = ['en-US', 'de-DE', 'es-419', 'es-ES', 'fr-CA']

/** Announcements without words, which are the same in all languages. */
const wordless: ReadonlySet<AnnouncementName> = new Set(['voicemail-tone'])

/**
 * Returns the path of an announcement's audio file: in the language requested, else in one with the same
 * base, else in English.
 */
export function announcementFile({ name, language }: Announcement): string {
  const available = wordless.has(name) ? 'en-US' : findLanguage(language)
  return fileURLToPath(new URL(`../../../assets/${name}.${available}.wav`, import.meta.url))
}

function findLanguage(language: string): AnnouncementLanguage {
  const base = language.split('-')[0]
  return (
    languages.find((known) => known === language) ??
    languages.find((known) => known.split('-')[0] === base) ??
    'en-US'
  )
}
