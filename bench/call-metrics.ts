import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createWavHeader, required } from '@parley/primitives'
import { createResampler, readWav } from '@parley/rtp'
import { computeNumbers } from '../apps/phone-service/src/call-metrics/numbers/compute-numbers.ts'
import { findAudioFile } from '../apps/phone-service/src/recordings/store/audio-file.ts'
import { createPeaksReader } from '../apps/phone-service/src/recordings/wav/peaks.ts'
import { findSpeech } from '../apps/phone-service/src/speech-activity/index.ts'

/**
 * The numbers of a recorded call of 30 minutes whose two participants talk in turns without a pause: CPU time of the
 * detection of speech and of the numbers, compared with the reading of the waveforms of the same files.
 */

const minutes = Number(process.argv[3] ?? 30)
const sentence = required(
  readWav(
    await readFile(new URL('../packages/call-engine/assets/voicemail-greeting.en-US.wav', import.meta.url)),
  ),
  'a spoken sentence',
).pcm
const directory = await mkdtemp(join(tmpdir(), 'parley-bench-'))
await using stack = new AsyncDisposableStack()
stack.defer(() => rm(directory, { recursive: true, force: true }))

console.log(
  `${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}, load ${loadavg()[0]?.toFixed(2)}\n`,
)
console.log(
  `| sample rate | waveforms of ${minutes} min | speech and numbers | ratio | longest delay of other work |`,
)
console.log('|---|---|---|---|---|')
for (const sampleRate of [8_000, 16_000] as const) {
  const pcm = sampleRate === 8_000 ? sentence : createResampler(8_000, sampleRate).process(sentence)
  const files = [await writeTrack(pcm, sampleRate, 0), await writeTrack(pcm, sampleRate, 1)]
  const readPeaks = createPeaksReader(10)
  const waveforms = await measure(async () => {
    for (const key of files)
      await readPeaks({ key, open: () => openFile(key) }, 600, new AbortController().signal)
  })
  const numbers = await measure(async () => {
    const talkers = []
    for (const file of files) talkers.push({ legIds: [file], speech: await findSpeech(await openFile(file)) })
    required(computeNumbers(talkers, minutes * 60_000), 'the numbers')
  })
  console.log(
    `| ${sampleRate / 1_000} kHz | ${waveforms.cpuSeconds.toFixed(2)} s | ${numbers.cpuSeconds.toFixed(2)} s | ${(numbers.cpuSeconds / waveforms.cpuSeconds).toFixed(1)} | ${numbers.maxDelayMs.toFixed(0)} ms |`,
  )
}

/** Writes a track in which every second turn is the sentence, beginning with turn `firstTurn`. */
async function writeTrack(pcm: Int16Array, sampleRate: number, firstTurn: 0 | 1): Promise<string> {
  const samples = new Int16Array(minutes * 60 * sampleRate)
  for (let at = firstTurn * pcm.length; at < samples.length; at += 2 * pcm.length)
    samples.set(pcm.subarray(0, samples.length - at), at)
  const data = Buffer.from(samples.buffer)
  const file = join(directory, `${sampleRate}-${firstTurn}.wav`)
  await writeFile(file, Buffer.concat([createWavHeader(sampleRate, data.length), data]))
  return file
}

async function openFile(file: string) {
  return required(await findAudioFile(file), 'the file')
}

/** Returns the CPU time of an operation, and the longest time in which nothing else has run. */
async function measure(run: () => Promise<void>): Promise<{ cpuSeconds: number; maxDelayMs: number }> {
  let maxDelayMs = 0
  let lastAt = performance.now()
  const timer = setInterval(() => {
    maxDelayMs = Math.max(maxDelayMs, performance.now() - lastAt - 1)
    lastAt = performance.now()
  }, 1)
  const before = process.cpuUsage()
  await run()
  const { user, system } = process.cpuUsage(before)
  clearInterval(timer)
  return { cpuSeconds: (user + system) / 1e6, maxDelayMs }
}
