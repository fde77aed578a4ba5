import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readCpuMs } from './bridge.ts'
import type { BrowsersReply, BrowsersRequest } from './browsers-process.ts'
import { startParley } from './parley.ts'

/** CPU time of the media process in conferences of two WebRTC legs, in milliseconds per leg-second. */
export async function measureBrowsers(
  codec: 'PCMU' | 'opus',
  legs: number,
  settleMs: number,
  measureMs: number,
): Promise<{ readonly cpuMsPerLegSecond: number; readonly frameLatenessP99Ms: number }> {
  await using parley = await startParley()
  const { media } = parley
  const browsers = fork(new URL('./browsers-process.ts', import.meta.url), { serialization: 'advanced' })
  try {
    for (let i = 0; i < legs; i += 2) {
      const conferenceId = randomUUID()
      await media.request({ command: 'open-conference', conferenceId })
      for (const legId of ['first', 'second']) {
        const { connectionId, sdp: offer } = await media.request({
          command: 'offer-webrtc',
          conferenceId,
          legId,
          codecs: [codec],
        })
        const lines = offer.split('\r\n')
        const candidates = lines.filter((line) => line.startsWith('a=candidate:'))
        const withoutCandidates = lines.filter((line) => !candidates.includes(line)).join('\r\n')
        browsers.send({ offer: withoutCandidates, codec } satisfies BrowsersRequest)
        const [{ answer: sdp }] = (await once(browsers, 'message')) as [BrowsersReply]
        await media.request({ command: 'answer-webrtc', conferenceId, legId, connectionId, sdp })
        browsers.send({ candidates } satisfies BrowsersRequest)
      }
    }
    await sleep(settleMs)
    const { connections } = await media.request({ command: 'inspect' })
    if (connections !== legs) throw new Error(`Only ${connections} of ${legs} WebRTC legs are connected.`)
    const cpuBefore = readCpuMs(media.pid)
    const startedAt = performance.now()
    await sleep(measureMs)
    const seconds = (performance.now() - startedAt) / 1000
    const cpuMsPerLegSecond = (readCpuMs(media.pid) - cpuBefore) / legs / seconds
    return {
      cpuMsPerLegSecond,
      frameLatenessP99Ms: (await media.request({ command: 'inspect' })).frameLatenessP99Ms,
    }
  } finally {
    browsers.disconnect()
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
