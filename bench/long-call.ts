import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createEmbeddedEngine } from '@parley/call-engine'
import { required } from '@parley/primitives'
import { detectTones, readWav } from '@parley/rtp'
import { directory, forkSimulatedPstn, personalNumberAt, testToneHz } from '@parley/simulated-pstn'

/** A recorded call to the tone number: drift of the frame clock from the wall clock, and missing audio. */

const minutes = Number(process.argv[3] ?? 30)
const account = { username: 'bench', password: 'bench' }
const tone = required(
  directory.find(({ service }) => service === 'tone'),
  'the number of the service',
).number
const recordings = mkdtempSync(join(tmpdir(), 'parley-long-call-'))

await using pstn = await forkSimulatedPstn({ host: '127.0.0.1', port: 0, accounts: [account], ringMs: 0 })
await using engine = await createEmbeddedEngine({
  sipHost: '127.0.0.1',
  sipPort: 0,
  mediaPort: 0,
  mediaProcesses: 1,
})
await engine.useTrunk({
  id: 'carrier',
  host: pstn.host,
  port: pstn.port,
  transport: 'udp',
  ...account,
  registration: 'register',
  outboundProxy: null,
  mediaEncryption: 'off',
  codecs: ['PCMU'],
})
await using conference = await engine.openConference()
await conference.dialOut({
  legId: 'telephone',
  to: tone,
  trunkId: 'carrier',
  as: { number: required(personalNumberAt(0), 'the personal number'), name: null },
})
for await (const event of conference.events) {
  if (event.type === 'leg-left') throw new Error('The tone number did not answer.')
  if (event.type === 'leg-joined') break
}

await wait(1_000)
await conference.startRecording({ legs: 'everyone', directory: recordings })
const startedAt = performance.now()
await wait(minutes * 60_000)
const [recording] = await conference.stopRecording()
const elapsedMs = performance.now() - startedAt
const audio = recording && readWav(readFileSync(recording.file))
rmSync(recordings, { recursive: true, force: true })
if (!audio) throw new Error('There is no recording.')

const { pcm, sampleRate } = audio
const windowSamples = sampleRate / 10
const windows = Math.floor(pcm.length / windowSamples)
let withoutTone = 0
for (let index = 0; index < windows; index++) {
  const stretch = pcm.subarray(index * windowSamples, (index + 1) * windowSamples)
  if (detectTones(stretch, [testToneHz], sampleRate === 16_000 ? 16_000 : 8_000).length === 0) withoutTone++
}
const driftMs = (pcm.length / sampleRate) * 1_000 - elapsedMs
console.log(`${minutes} min: the recording is ${driftMs.toFixed(0)} ms longer than the wall clock time`)
console.log(`${withoutTone} of ${windows} tenths of a second without the tone`)
