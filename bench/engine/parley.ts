import { randomUUID } from 'node:crypto'
import {
  type MediaProcess,
  startMediaProcess,
} from '../../packages/call-engine/src/embedded/process/media-process.ts'
import { type Bridge, payloadTypes } from './bridge.ts'

/** A single media process of the embedded engine. */
export interface ParleyBridge extends Bridge {
  readonly media: MediaProcess
}

export async function startParley(): Promise<ParleyBridge> {
  const media = await startMediaProcess(
    {
      webRtcPorts: { min: 0, max: 0 },
      webRtcAddress: '127.0.0.1',
      publicAddress: null,
      rtpAddress: '127.0.0.1',
      rtpPorts: { min: 0, max: 0 },
    },
    { event: () => undefined, exit: () => undefined },
  )

  return {
    name: 'Parley',
    pid: media.pid,
    media,
    async join(codec, ports) {
      const conferenceId = randomUUID()
      await media.request({ command: 'open-conference', conferenceId })
      const join = async (port: number) => {
        const leg = { conferenceId, legId: randomUUID() }
        const added = await media.request({ command: 'add-rtp-leg', ...leg })
        await media.request({
          command: 'connect-rtp',
          ...leg,
          agreement: {
            remote: { address: '127.0.0.1', port },
            rtcpMux: false,
            direction: 'sendrecv',
            formats: [{ codec, payloadType: payloadTypes[codec] }],
            telephoneEvents: [],
            srtp: null,
          },
        })
        return added.port
      }
      return [await join(ports[0]), await join(ports[1])]
    },
    [Symbol.asyncDispose]: () => media.close(),
  }
}
