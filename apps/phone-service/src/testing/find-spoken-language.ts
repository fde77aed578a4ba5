import { readFile } from 'node:fs/promises'
import { type AnnouncementLanguage, type AnnouncementName, announcementFile } from '@parley/call-engine'
import { required, waitUntil } from '@parley/primitives'
import { createResampler, readWav } from '@parley/rtp'
import type { TestCall } from '@parley/simulated-pstn/testing'

const languages: readonly AnnouncementLanguage[] = ['de-DE', 'en-US', 'es-419', 'es-ES', 'fr-CA']
/** Samples at 8 kHz: 0.2 s of speech. */
const partLength = 1_600
/** A part of the sentence that was sent has more than 0.99, of another one less than 0.8. */
const minCorrelation = 0.9

/** Resolves to the language in which a telephone hears an announcement of Parley. */
export async function findSpokenLanguage(
  call: TestCall,
  name: AnnouncementName,
): Promise<AnnouncementLanguage> {
  const sentences = await Promise.all(
    languages.map(async (language) => {
      const file = await readFile(announcementFile({ name, language }))
      const { pcm, sampleRate } = required(readWav(file), 'a WAV file')
      return { language, pcm: sampleRate === 16_000 ? createResampler(16_000, 8_000).process(pcm) : pcm }
    }),
  )
  return await waitUntil(`${name} is heard`, async () => {
    await call.receivesSpeech()
    // Compared once, because the comparison delays the audio of the same process.
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    for (const part of listLoudestParts(call.receivedAudio(1_000))) {
      const found = sentences.find(({ pcm }) => correlate(pcm, part) > minCorrelation)
      if (found) return found.language
    }
    return null
  })
}

/** Returns several parts, because a busy machine loses some audio. */
function listLoudestParts(pcm: Int16Array): Int16Array[] {
  const starts = Array.from({ length: Math.floor(pcm.length / partLength) }, (_, index) => index * partLength)
  return starts
    .map((start) => pcm.subarray(start, start + partLength))
    .toSorted((one, other) => getEnergy(other) - getEnergy(one))
    .slice(0, 3)
}

/** Returns the best correlation of the part with a section of the audio, 0 to 1. */
function correlate(audio: Int16Array, part: Int16Array): number {
  const scale = Math.sqrt(getEnergy(part))
  let best = 0
  let energy = getEnergy(audio.subarray(0, part.length))
  for (let start = 0; start + part.length < audio.length; start++) {
    let product = 0
    for (let index = 0; index < part.length; index++)
      product += (audio[start + index] ?? 0) * (part[index] ?? 0)
    if (energy > 0) best = Math.max(best, product / (scale * Math.sqrt(energy)))
    energy += (audio[start + part.length] ?? 0) ** 2 - (audio[start] ?? 0) ** 2
  }
  return best
}

function getEnergy(samples: Int16Array): number {
  return samples.reduce((sum, sample) => sum + sample ** 2, 0)
}
