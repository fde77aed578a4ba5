import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { sleep } from '@parley/primitives'
import { readWav } from '@parley/rtp'
import { expect, test } from 'vitest'
import { conferenceRef, startMediaWithConference } from '../testing/media-fixture.ts'

const both = ['SIGTERM', 'SIGINT'] as const

/** Guarantee: stopping the whole process group ends calls and recordings in order. */
test('a media process signalled together with its control side removes all legs before it exits', async () => {
  for (let round = 0; round < 3; round++) {
    await using test = await startMediaWithConference()
    await test.addPhone('ada', { toneHz: 500 })
    await test.addPhone('grace', { toneHz: 700 })
    for (const legId of ['linus', 'hedy'])
      await test.media.request({ command: 'offer-webrtc', ...conferenceRef, legId, codecs: ['opus', 'PCMU'] })
    const recording = { recordingId: 'first', directory: test.folder, legIds: ['ada', 'grace'] }
    await test.media.request({ command: 'start-recording', ...conferenceRef, ...recording, isPaused: false })
    await sleep(300)

    for (const signal of both) process.kill(test.media.pid, signal)
    await sleep(round * 10)
    await test.media.close()
    await test.exited

    const left = test.events.flatMap((event) => (event.event === 'leg-left' ? [event] : []))
    expect(left.map(({ legId }) => legId).toSorted()).toEqual(['ada', 'grace', 'hedy', 'linus'])
    expect(test.events.at(-1)).toMatchObject({ event: 'conference-closed' })
    for (const track of left.flatMap(({ recording: file }) => file ?? [])) {
      const wav = readWav(await readFile(track.path))
      expect(wav?.pcm.length).toBe((track.durationMs * 8_000) / 1_000)
    }
    expect(left.filter(({ recording: file }) => file !== null)).toHaveLength(2)
  }
})

test('a media process ignores signals to its process group and exits with its control side', async () => {
  const entry = new URL('../media/main.ts', import.meta.url)
  const child = fork(entry, { serialization: 'advanced', stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  const stderrChunks: string[] = []
  child.stderr?.on('data', (text) => stderrChunks.push(String(text)))
  const exited = once(child, 'exit')
  await request(child, { command: 'inspect' })

  for (const signal of both) child.kill(signal)
  const { frames } = await request(child, { command: 'inspect' })
  child.disconnect()
  await exited

  expect(frames).toBe(0)
  expect(stderrChunks.join('')).toBe('')
})

async function request(child: ChildProcess, command: object): Promise<{ readonly frames: number }> {
  child.send({ requestId: 1, ...command })
  const [reply] = await once(child, 'message')
  return reply.result
}
