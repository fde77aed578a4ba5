import { readFile } from 'node:fs/promises'
import { announcements } from '@parley/contract/phone'
import { expect, test } from 'vitest'
import type { AnnouncementLanguage } from '../../port.ts'
import { announcementFile } from './announcement-file.ts'

const languages: readonly AnnouncementLanguage[] = ['en-US', 'de-DE', 'es-419', 'es-ES', 'fr-CA']
const headerBytes = 44
const bytesPerSecond = 16_000

test('each position in a queue has a different announcement of one to six seconds in each language', async () => {
  const names = announcements.queuePositionAnnouncement.options
  const files = await Promise.all(
    languages.flatMap((language) => names.map((name) => readFile(announcementFile({ name, language })))),
  )

  expect(new Set(files.map((file) => file.toString('base64'))).size).toBe(languages.length * names.length)
  for (const file of files) {
    const seconds = (file.length - headerBytes) / bytesPerSecond
    expect(seconds).toBeGreaterThan(1)
    expect(seconds).toBeLessThan(6)
  }
})
