import { once } from 'node:events'
import { mkdtemp, readdir, readlink, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { required } from '@parley/primitives'
import { expect, test } from 'vitest'
import { createAudioResponse, findAudioPart } from '../playback/audio-response.ts'
import { findAudioFile } from './audio-file.ts'

async function listOpenFiles(): Promise<string[]> {
  const descriptors = await readdir('/proc/self/fd')
  return await Promise.all(descriptors.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')))
}

/** Guarantee (ZR50): clients that disconnect do not use up the files that the process may open. */
test('ZR50: a file is not left open when the client disconnects before the response begins', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'audio-file-'))
  const path = join(directory, 'recording.wav')
  await writeFile(path, Buffer.alloc(1_000))
  const audio = required(await findAudioFile(path), 'the audio')
  const { body } = createAudioResponse(audio, findAudioPart(audio, { headers: {} }), {
    method: 'GET',
    disposition: 'inline',
    createBody: (parts) => Readable.from(parts),
  })
  if (!(body instanceof Readable)) throw new Error('The response has no audio.')

  body.destroy()
  await once(body, 'close')
  await stat(path)

  expect(await listOpenFiles()).not.toContain(path)
  await rm(directory, { recursive: true })
})
