import { type Baresip, startBaresip } from '@parley/sip/interop'
import { createTone, writeWav } from './received-audio.ts'

interface BaresipCall {
  /** The IP address that it calls from; 127.0.0.1 by default. */
  readonly host?: string
  /** Its number, in E.164. */
  readonly number: string
  readonly dials: string
  readonly toneHz: number
}

const maxSeconds = 120

/** Calls with baresip, an independent SIP phone, which sends one steady tone. Its output contains each SIP message. */
export async function callWithBaresip({ host, number, dials, toneHz }: BaresipCall): Promise<Baresip> {
  return await startBaresip({
    protocol: 'udp',
    answermode: 'manual',
    user: number,
    voice: writeWav(createTone(toneHz, maxSeconds, 8_000), 8_000),
    commands: [`/dial ${dials}`],
    parameters: ['-s'],
    maxSeconds,
    ...(host === undefined ? {} : { host }),
  })
}
