import { readFileSync } from 'node:fs'
import { createWavHeader, parseWavHeader, required } from '@parley/primitives'

const sampleRate = 8_000
/** The voice of the other participant is higher by this factor. */
const otherPitch = 1.15

/** Sentences of the product, spoken at 8 kHz. */
const sentences = [
  'simulated-pstn/assets/called-back',
  'call-engine/assets/voicemail-greeting.en-US',
  'simulated-pstn/assets/keys',
  'simulated-pstn/assets/emergency',
  'simulated-pstn/assets/call-back',
  'simulated-pstn/assets/out-of-service',
  'call-engine/assets/menu-prompt.en-US',
]

/** Between the end of a sentence and the next one, of the other participant. Less than 0: one interrupts the other. */
const pausesMs = [600, 900, -1_200, 3_000, 400]

/** Returns two WAV files in which a user and the other participant speak in turns, the user first. */
export function createTalkFiles(seconds: number): { readonly user: Buffer; readonly other: Buffer } {
  const [user, other] = [new Int16Array(sampleRate * seconds), new Int16Array(sampleRate * seconds)]
  let at = sampleRate / 2
  for (let turn = 0; at < user.length; turn++) {
    const spoken = readSentence(turn)
    const isOther = turn % 2 === 1
    const sentence = isOther ? raisePitch(spoken) : spoken
    const track = isOther ? other : user
    track.set(sentence.subarray(0, track.length - at), at)
    at += sentence.length + (required(pausesMs[turn % pausesMs.length], 'a pause') * sampleRate) / 1_000
  }
  return { user: toFile(user), other: toFile(other) }
}

const read = new Map<string, Int16Array>()

function readSentence(turn: number): Int16Array {
  const name = required(sentences[turn % sentences.length], 'a sentence')
  const known = read.get(name)
  if (known) return known
  const file = readFileSync(new URL(`../../../../${name}.wav`, import.meta.url))
  const { dataOffset, dataBytes } = required(parseWavHeader(file), 'the header of a sentence')
  const samples = new Int16Array(new Uint8Array(file.subarray(dataOffset, dataOffset + dataBytes)).buffer)
  read.set(name, samples)
  return samples
}

function raisePitch(samples: Int16Array): Int16Array {
  const length = Math.floor(samples.length / otherPitch)
  return Int16Array.from({ length }, (_, at) => samples[Math.floor(at * otherPitch)] ?? 0)
}

function toFile(samples: Int16Array): Buffer {
  const audio = Buffer.from(samples.buffer)
  return Buffer.concat([createWavHeader(sampleRate, audio.length), audio])
}
