import { expect } from 'vitest'
import type { FakeUser } from './fake-account-service.ts'
import type { TestPhone } from './start-phone.ts'

/** Returns the audio of a recording for which a user requests a link. */
export async function fetchWav(phone: TestPhone, person: FakeUser, linkPath: string) {
  const response = await (await phone.requestAudio(person, linkPath)).get()
  expect(response.headers.get('content-type')).toBe('audio/wav')
  const bytes = Buffer.from(await response.arrayBuffer())
  const data = bytes.subarray(bytes.indexOf('data') + 8)
  const samples = new Int16Array(Math.floor(data.length / 2))
  for (let index = 0; index < samples.length; index += 1) samples[index] = data.readInt16LE(index * 2)
  return { samples, sampleRate: bytes.readUInt32LE(24) as 8000 | 16_000 }
}
