import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { required } from '@parley/primitives'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type AudioSource,
  audioLevel,
  createCallProgressTone,
  createDtmfTone,
  createHoldMusic,
  createResampler,
  createSine,
  createWavWriter,
  detectTones,
  estimateMos,
  goertzelPower,
  readWav,
  recoverWav,
} from '../index.ts'

function listen(source: AudioSource, samples: number): Int16Array {
  const output = new Int16Array(samples)
  for (let at = 0; at < samples; at += 160)
    output.set(required(source.read(160), 'the audio').subarray(0, samples - at), at)
  return output
}

describe('resampling', () => {
  test.each([
    [8000, 16_000],
    [16_000, 8000],
  ] as const)('%i to %i Hz preserves frequency and level', (from, to) => {
    const resampler = createResampler(from, to)
    const source = createSine(1000, from)
    const output = Array.from({ length: 50 }, () => [
      ...resampler.process(required(source.read(from / 50), 'the audio')),
    ]).flat()

    const settled = Int16Array.from(output.slice(to / 10))
    expect(output).toHaveLength(to)
    expect(goertzelPower(settled, 1000, to)).toBeGreaterThan(0.999)
    expect(audioLevel(settled)).toBeCloseTo(
      audioLevel(required(createSine(1000, from).read(from), 'the audio')),
      0,
    )
  })

  test('downsampling to 8 kHz removes frequencies above 4 kHz without aliasing', () => {
    const resampler = createResampler(16_000, 8000)
    const source = createSine(6000, 16_000)
    const output = Array.from({ length: 50 }, () => [
      ...resampler.process(required(source.read(320), 'the audio')),
    ]).flat()

    expect(audioLevel(Int16Array.from(output.slice(800)))).toBeLessThan(-55)
  })
})

describe('tones', () => {
  test('the German busy tone is 480 ms at 425 Hz and 480 ms silence', () => {
    const output = listen(createCallProgressTone('busy', 'DE', 8000), 8000)

    expect(detectTones(output.subarray(400, 3400), [350, 425, 480], 8000)).toEqual([425])
    expect(audioLevel(output.subarray(3880, 7640))).toBe(-127)
    expect(detectTones(output.subarray(7700), [350, 425, 480], 8000)).toEqual([425])
  })

  test('a country without an entry uses the ringback tone of the United States', () => {
    const output = listen(createCallProgressTone('ringback', 'ZZ', 16_000), 16_000)

    expect(detectTones(output, [400, 425, 440, 480], 16_000)).toEqual([440, 480])
  })

  test('each digit has a unique pair of DTMF frequencies', () => {
    const all = [697, 770, 852, 941, 1209, 1336, 1477, 1633]
    const pairs = [...'123456789*0#ABCD'].map((digit) =>
      detectTones(required(createDtmfTone(digit, 100, 8000).read(800), 'the audio'), all, 8000).join('+'),
    )

    expect(new Set(pairs).size).toBe(16)
    expect(pairs.every((pair) => pair.split('+').length === 2)).toBe(true)
    expect(pairs[4]).toBe('770+1336')
    expect(createDtmfTone('5', 40, 8000).read(320)).not.toBeNull()
  })

  test('a non-repeating tone ends', () => {
    const tone = createDtmfTone('5', 40, 8000)

    expect([tone.read(160), tone.read(160), tone.read(160)].map((pcm) => pcm !== null)).toEqual([
      true,
      true,
      false,
    ])
  })

  test('hold music is deterministic, is never silent for a second, and never clips', () => {
    const output = listen(createHoldMusic(8000), 8000 * 33)

    expect(listen(createHoldMusic(8000), 8000)).toEqual(output.subarray(0, 8000))
    expect(output.subarray(8000 * 32, 8000 * 33)).toEqual(output.subarray(0, 8000))
    for (let second = 0; second < 32; second++) {
      const level = audioLevel(output.subarray(second * 8000, (second + 1) * 8000))
      expect(level).toBeGreaterThan(-40)
      expect(level).toBeLessThan(-12)
    }
  })
})

test('the estimated MOS falls with loss and delay and stays within its scale', () => {
  expect(estimateMos('PCMU', 0, 50)).toBeCloseTo(4.38, 1)
  expect(estimateMos('PCMU', 0.05, 50)).toBeLessThan(estimateMos('PCMU', 0.01, 50))
  expect(estimateMos('PCMU', 0, 400)).toBeLessThan(estimateMos('PCMU', 0, 150))
  expect(estimateMos('opus', 0.05, 50)).toBeGreaterThan(estimateMos('G722', 0.05, 50))
  expect(estimateMos('PCMU', 1, 10_000)).toBe(1)
})

describe('WAV files', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rtp-wav-'))
  })
  afterAll(async () => {
    await rm(folder, { recursive: true })
  })

  test('a file round-trips', async () => {
    const path = join(folder, 'whole.wav')
    const pcm = required(createSine(1000, 8000).read(8000), 'the audio')
    const writer = await createWavWriter(path, 8000)

    await writer.append(pcm.subarray(0, 3000))
    await writer.append(pcm.subarray(3000))
    await writer.finish()

    expect(readWav(await readFile(path))).toEqual({ sampleRate: 8000, pcm })
  })

  /** Guarantee: the part of a recording written before its process died can be played. */
  test('a file whose writer died is recovered with all samples on disk', async () => {
    const path = join(folder, 'died.wav')
    const pcm = required(createSine(1000, 8000).read(8000), 'the audio')
    const writer = await createWavWriter(path, 8000)
    await writer.append(pcm)
    const stored = await readFile(path)
    await writer.finish()
    await writeFile(path, stored)
    await truncate(path, stored.length - 1)

    expect(await recoverWav(path)).toBeCloseTo(1000, 0)
    expect(required(readWav(await readFile(path)), 'the WAV file').pcm).toEqual(pcm.subarray(0, 7999))
    expect(await recoverWav(path)).toBeCloseTo(1000, 0)
  })

  test('a file that is not a WAV file is not changed', async () => {
    const path = join(folder, 'letter.wav')
    await writeFile(path, 'Dear Ada, this is not a recording, however long the letter is.')

    expect(await recoverWav(path)).toBeNull()
    expect(readWav(await readFile(path))).toBeNull()
    expect((await readFile(path, 'utf8')).startsWith('Dear Ada')).toBe(true)
  })

  test('an existing file is not overwritten', async () => {
    const path = join(folder, 'there.wav')
    await writeFile(path, 'kept')

    await expect(createWavWriter(path, 8000)).rejects.toThrow()
    expect(await readFile(path, 'utf8')).toBe('kept')
  })
})
