import { required } from '@parley/primitives'
import { describe, expect, test } from 'vitest'
import {
  type CodecName,
  codecFormats,
  createDecoder,
  createEncoder,
  createSine,
  goertzelPower,
} from '../index.ts'

const codecs = Object.keys(codecFormats) as CodecName[]

/** Encodes and decodes one second of a sine; `isLost` selects the frames that do not arrive. */
async function carry(
  codec: CodecName,
  frequencyHz: number,
  isLost: (frame: number) => boolean = () => false,
) {
  const { sampleRate } = codecFormats[codec]
  const samples = sampleRate / 50
  const source = createSine(frequencyHz, sampleRate)
  const encoder = createEncoder(codec)
  const decoder = await createDecoder(codec)
  const payloads = Array.from({ length: 50 }, () =>
    encoder.encode(required(source.read(samples), 'the audio')).slice(),
  )
  const decoded = new Int16Array(50 * samples)
  payloads.forEach((payload, frame) => {
    const pcm = isLost(frame) ? decoder.conceal(samples) : decoder.decode(payload)
    decoded.set(required(pcm, 'the decoded frame'), frame * samples)
  })
  decoder.close()
  return { output: decoded, sampleRate, payloads }
}

describe.each(codecs)('%s', (codec) => {
  test('a tone survives encoding and decoding without adding other frequencies', async () => {
    for (const frequencyHz of [400, 1000, 2600]) {
      const { output, sampleRate } = await carry(codec, frequencyHz)

      const settled = output.subarray(sampleRate / 5)
      expect(goertzelPower(settled, frequencyHz, sampleRate)).toBeGreaterThan(0.98)
      expect(goertzelPower(settled, frequencyHz + 300, sampleRate)).toBeLessThan(0.01)
    }
  })

  test('a single lost frame is concealed: the tone continues', async () => {
    const { output, sampleRate } = await carry(codec, 400, (frame) => frame % 20 === 15)

    const lostFrame = output.subarray((35 * sampleRate) / 50, (36 * sampleRate) / 50)
    expect(goertzelPower(lostFrame, 400, sampleRate)).toBeGreaterThan(0.7)
  })

  test('concealment of a long loss fades to silence', async () => {
    const { output, sampleRate } = await carry(codec, 400, (frame) => frame >= 20)

    const loudest = output
      .subarray(sampleRate * 0.9)
      .reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
    expect(loudest).toBeLessThan(500)
  })

  test('random payloads never throw', async () => {
    const decoder = await createDecoder(codec)
    let seed = 7
    const random = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 0x7fffffff
      return seed
    }

    for (let i = 0; i < 500; i++) {
      const payload = Uint8Array.from({ length: random() % 200 }, () => random() & 0xff)
      expect(() => decoder.decode(payload)).not.toThrow()
      expect(() => decoder.recover(payload, codecFormats[codec].sampleRate / 50)).not.toThrow()
    }
    expect(decoder.decode(new Uint8Array(0))).toBeNull()
    decoder.close()
  })
})

/** Every G.711 code decodes to a value that encodes to the same code (G.711, tables 1 and 2). */
test.each(['PCMU', 'PCMA'] as const)('%s round-trips every code exactly', async (codec) => {
  const decoder = await createDecoder(codec)
  const values = required(
    decoder.decode(Uint8Array.from({ length: 256 }, (_, code) => code)),
    'the decoded audio',
  ).slice()

  const codes = createEncoder(codec).encode(values)

  const again = required((await createDecoder(codec)).decode(codes), 'the decoded audio')
  expect([...again]).toEqual([...values])
})

test('G.711 decodes the extreme codes as in the tables of the standard', async () => {
  const ulaw = required(
    (await createDecoder('PCMU')).decode(Uint8Array.of(0x00, 0x80, 0x7f, 0xff)),
    'the decoded audio',
  )
  const alaw = required(
    (await createDecoder('PCMA')).decode(Uint8Array.of(0x2a, 0xaa, 0x55, 0xd5)),
    'the decoded audio',
  )

  expect([...ulaw]).toEqual([-32_124, 32_124, 0, 0])
  expect([...alaw]).toEqual([-32_256, 32_256, -8, 8])
})

test('Opus forward error correction recovers a lost packet better than concealment', async () => {
  const samples = 320
  const encoder = createEncoder('opus')
  const recovering = await createDecoder('opus')
  const concealing = await createDecoder('opus')
  // The pitch changes in the lost frame: concealment repeats the old pitch.
  const tone = (frame: number, i: number) =>
    (frame < 25 ? 220 : 330) * 2 * Math.PI * ((frame * samples + i) / 16_000)
  const frames = Array.from({ length: 40 }, (_, frame) =>
    Int16Array.from(
      { length: samples },
      (_, i) => 9_000 * Math.sin(tone(frame, i)) * Math.sin(tone(frame, i) * 3),
    ),
  )
  const payloads = frames.map((pcm) => encoder.encode(pcm).slice())

  for (let frame = 0; frame < 26; frame++) {
    recovering.decode(required(payloads[frame], 'the payload'))
    concealing.decode(required(payloads[frame], 'the payload'))
  }
  const recovered = recovering.recover(required(payloads[27], 'the payload'), samples).slice()
  const concealed = concealing.conceal(samples).slice()

  const expected = await decodedWithoutLoss(payloads, 26)
  expect(difference(recovered, expected)).toBeLessThan(difference(concealed, expected))
})

async function decodedWithoutLoss(payloads: readonly Uint8Array[], frame: number): Promise<Int16Array> {
  const decoder = await createDecoder('opus')
  const decoded = payloads
    .slice(0, frame + 1)
    .map((payload) => required(decoder.decode(payload), 'the decoded audio').slice())
  return required(decoded[frame], 'the decoded frame')
}

function difference(some: Int16Array, other: Int16Array): number {
  return some.reduce((sum, sample, i) => sum + (sample - required(other[i], 'the other sample')) ** 2, 0)
}
