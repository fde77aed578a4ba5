import { createWavHeader } from '@parley/primitives'
import { expect, test } from 'vitest'
import { createTone } from '../testing/create-tone.ts'
import type { FakeUser } from '../testing/fake-account-service.ts'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'

const sampleRate = 8_000

/** Returns a WAV file with one value per sample, in Base64. */
function createWav(seconds: number, getSample: (index: number) => number): string {
  const pcm = Int16Array.from({ length: seconds * sampleRate }, (_, index) => getSample(index))
  const bytes = Buffer.from(pcm.buffer)
  return Buffer.concat([createWavHeader(sampleRate, bytes.length), bytes]).toString('base64')
}

const sine = (index: number, amplitude: number) =>
  amplitude * Math.sin((2 * Math.PI * 500 * index) / sampleRate)

/** Uploads audio, and lets it replace an announcement of Parley. Returns the code of the error. */
async function replace(phone: TestPhone, user: FakeUser, name: string, audio: string): Promise<string> {
  const uploaded = await phone.as(user).post('/announcements', { name: 'Ours', audio })
  const body = { name, announcementId: uploaded.body.id }
  const replaced = await phone.as(user).put('/announcements/replacements', body)
  return replaced.body.code ?? 'replaced'
}

/** Guarantee (ZR345): no workspace records others, or calls them for a verification, without a sound about it. */
test.each([
  ['is silent', createWav(3, () => 0)],
  ['has a constant offset', createWav(3, () => 20_000)],
  ['is too quiet to be heard', createWav(3, (index) => sine(index, 40))],
  [
    'sounds for less than half a second',
    createWav(3, (index) => (index < 0.4 * sampleRate ? sine(index, 8_000) : 0)),
  ],
])(
  'ZR345: audio that %s does not replace the announcement of a recording or a verification',
  async (_, audio) => {
    await using phone = await startPhone()
    const ada = phone.signUp('Ada')

    expect(await replace(phone, ada, 'recording-starts', audio)).toBe('ANNOUNCEMENT_SILENT')
    expect(await replace(phone, ada, 'verification-request', audio)).toBe('ANNOUNCEMENT_SILENT')
    expect(await replace(phone, ada, 'menu-prompt', audio)).toBe('replaced')
  },
)

test('ZR345: a tone, and quiet audio, replace the announcement of a recording', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')

  expect(await replace(phone, ada, 'recording-starts', createTone(700))).toBe('replaced')
  const quiet = createWav(1, (index) => sine(index, 400))
  expect(await replace(phone, ada, 'recording-starts', quiet)).toBe('replaced')
})
