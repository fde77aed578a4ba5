import { fork } from 'node:child_process'
import { once } from 'node:events'
import { sleep } from '@parley/primitives'
import { expect, test, vi } from 'vitest'
import { conferenceRef, startMedia } from '../testing/media-fixture.ts'

test('the error of a crashed media process contains its signal', async () => {
  await using test = await startMedia()
  const inspect = () => test.media.request({ command: 'inspect' })

  // A stopped process cannot respond, so the request is pending when the process ends.
  process.kill(test.media.pid, 'SIGSTOP')
  const pending = inspect()
  process.kill(test.media.pid, 'SIGSEGV')
  process.kill(test.media.pid, 'SIGCONT')

  const expected = {
    message: 'Media process 0 ended with signal SIGSEGV.',
    exit: { index: 0, exitCode: null, signal: 'SIGSEGV' },
  }
  await expect(pending).rejects.toMatchObject(expected)
  await expect(inspect()).rejects.toMatchObject(expected)
})

test('the error of a media process that exits contains its exit code', async () => {
  vi.stubEnv('NODE_OPTIONS', '--import=data:text/javascript,process.exit(7)')
  try {
    await expect(startMedia()).rejects.toMatchObject({
      message: 'Media process 0 ended with exit code 7.',
      exit: { index: 0, exitCode: 7, signal: null },
    })
  } finally {
    vi.unstubAllEnvs()
  }
})

/** Guarantee: node-datachannel does not access connections after they were garbage collected. */
test('a media process stops cleanly after its closed connections were garbage collected', async () => {
  const collectGarbage = 'data:text/javascript,setInterval(() => gc(), 50).unref()'
  const child = fork(new URL('../media/main.ts', import.meta.url), {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: ['--expose-gc', '--import', collectGarbage],
  })
  const exited = once(child, 'exit')
  const replies = new Map<number, (reply: unknown) => void>()
  child.on('message', (message: { requestId?: number }) => replies.get(message.requestId ?? 0)?.(message))
  const request = (command: object) =>
    new Promise((resolve) => {
      const requestId = replies.size + 1
      replies.set(requestId, resolve)
      child.send({ requestId, ...command })
    })
  await request({
    command: 'start',
    webRtcPorts: { min: 0, max: 0 },
    webRtcAddress: '127.0.0.1',
    publicAddress: null,
    rtpAddress: '127.0.0.1',
    rtpPorts: { min: 0, max: 0 },
  })

  for (let round = 0; round < 20; round++) {
    await request({ command: 'open-conference', ...conferenceRef })
    expect(
      await request({ command: 'offer-webrtc', ...conferenceRef, legId: 'web', codecs: ['PCMU'] }),
    ).toMatchObject({ ok: true })
    await request({ command: 'close-conference', ...conferenceRef })
  }
  await sleep(500)
  const stopped = await Promise.race([request({ command: 'stop' }), exited])
  child.kill('SIGKILL')
  await exited

  expect(stopped).toMatchObject({ ok: true })
})
