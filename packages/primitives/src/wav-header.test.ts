import { expect, test } from 'vitest'
import { createWavHeader, parseWavHeader, wavHeaderBytes } from './wav-header.ts'

test('a header that was created is read back', () => {
  expect(parseWavHeader(createWavHeader(16_000, 640))).toEqual({
    sampleRate: 16_000,
    dataOffset: wavHeaderBytes,
    dataBytes: 640,
  })
})

test('unknown chunks before the samples are skipped, with their padding byte', () => {
  const header = createWavHeader(8000, 10)
  const chunk = new Uint8Array([0x4c, 0x49, 0x53, 0x54, 3, 0, 0, 0, 1, 2, 3, 0])
  const bytes = new Uint8Array([...header.subarray(0, 36), ...chunk, ...header.subarray(36)])
  expect(parseWavHeader(bytes)).toEqual({ sampleRate: 8000, dataOffset: 44 + chunk.length, dataBytes: 10 })
})

test.each([
  ['nothing', new Uint8Array()],
  ['text', new TextEncoder().encode('RIFF is not enough to be a file of audio.')],
  ['stereo', createWavHeader(8000, 4).with(22, 2)],
  ['8-bit samples', createWavHeader(8000, 4).with(34, 8)],
  ['a header that was cut', createWavHeader(8000, 4).subarray(0, 30)],
])('%s is not a header of 16-bit mono PCM', (_, bytes) => {
  expect(parseWavHeader(bytes)).toBeNull()
})
