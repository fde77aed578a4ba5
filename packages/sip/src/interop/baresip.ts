import { createSocket } from 'node:dgram'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sleep } from '@parley/primitives'
import { findFreePorts } from '@parley/primitives/node'
import type { Protocol } from '../transport/flow.ts'
import { type Program, requireProgram, startOnFreePort, startProgram } from './program.ts'
import { readSamples } from './read-samples.ts'

export interface Baresip extends AsyncDisposable {
  /** The SIP address that it listens on. */
  readonly port: number
  readonly program: Program
  /** Presses the keys of its current call, one after another. */
  press(digits: string): Promise<void>
  hangUp(): void
  /** Returns the audio that it has received so far in its only call, 8,000 samples a second. */
  receivedAudio(): Promise<Int16Array>
}

export interface BaresipOptions {
  readonly protocol: Protocol
  /** How it handles an incoming call. */
  readonly answermode: 'auto' | 'early' | 'manual'
  /** Its key and certificate, whose issuer it trusts. Required for TLS. */
  readonly certificate?: { readonly key: string; readonly cert: string } | null
  /** Commands to run after the start, such as `/dial sip:…`. */
  readonly commands?: readonly string[]
  /** The user of its URI, such as a number; `grace` by default. */
  readonly user?: string
  /** The WAV file that it plays into a call, with 8,000 samples a second; silence by default. */
  readonly voice?: Buffer
  /** Additional parameters of its account. */
  readonly account?: string
  /** Additional parameters of the program. */
  readonly parameters?: readonly string[]
  /** The loopback address that it uses; 127.0.0.1 by default. */
  readonly host?: string
  /** Ends it at the latest after so many seconds; 20 by default. */
  readonly maxSeconds?: number
}

/** How long a key is pressed, and the pause before the next one. */
const keyMs = 120

/** The character that releases a key; `KEYCODE_REL` of its module `menu`. */
const releasedKey = '\x04'

/** Starts `baresip` on a loopback address for one test, without sound cards. */
export async function startBaresip(options: BaresipOptions): Promise<Baresip> {
  await requireProgram('baresip', 'baresip-core')
  const { protocol, answermode, certificate, voice, commands = [], account = '', maxSeconds = 20 } = options
  const { user = 'grace', host = '127.0.0.1', parameters = [] } = options
  const directory = await mkdtemp(join(tmpdir(), 'baresip-'))
  if (certificate) {
    await writeFile(join(directory, 'cert.pem'), `${certificate.key}\n${certificate.cert}`)
    await writeFile(join(directory, 'ca.pem'), certificate.cert)
  }
  if (voice) await writeFile(join(directory, 'voice.wav'), voice)
  await writeFile(
    join(directory, 'accounts'),
    `<sip:${user}@${host};transport=${protocol}>;regint=0;answermode=${answermode}${account}\n`,
  )
  await writeFile(join(directory, 'contacts'), '')

  const executed = commands.flatMap((command) => ['-e', command])
  const [consolePort = 0] = await findFreePorts(1)
  const started = await startOnFreePort(async (port) => {
    const source = voice ? `aufile,${directory}/voice.wav` : 'aubridge,test'
    await writeFile(
      join(directory, 'config'),
      configuration({ directory, host, port, consolePort, source, isSecure: certificate != null }),
    )
    // baresip listens for TLS on the configured port plus one.
    const listeningPort = protocol === 'tls' ? port + 1 : port
    const program = startProgram(
      'baresip',
      ['-f', directory, '-t', String(maxSeconds), ...parameters, ...executed],
      (maxSeconds + 5) * 1_000,
    )
    await program.listensOn(protocol === 'udp' ? 'udp' : 'tcp', listeningPort)
    return { port: listeningPort, program }
  })
  const socket = createSocket('udp4')
  const type = (text: string) => socket.send(text, consolePort, '127.0.0.1')
  return {
    ...started,
    async press(digits) {
      for (const digit of digits) {
        type(digit)
        await sleep(keyMs)
        type(releasedKey)
        await sleep(keyMs)
      }
    },
    hangUp: () => type('/hangup\n'),
    async receivedAudio() {
      const file = (await readdir(directory)).find((name) => name.endsWith('-dec.wav'))
      return file ? await readSamples(join(directory, file)) : new Int16Array()
    },
    async [Symbol.asyncDispose]() {
      socket.close()
      await started.program[Symbol.asyncDispose]()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

interface Configuration {
  readonly directory: string
  readonly host: string
  readonly port: number
  readonly consolePort: number
  readonly source: string
  readonly isSecure: boolean
}

function configuration({ directory, host, port, consolePort, source, isSecure }: Configuration): string {
  const lines = [
    'poll_method epoll',
    `sip_listen ${host}:${port}`,
    ...(isSecure ? [`sip_certificate ${directory}/cert.pem`, `sip_cafile ${directory}/ca.pem`] : []),
    `cons_listen 127.0.0.1:${consolePort}`,
    'call_local_timeout 20',
    'call_max_calls 4',
    'audio_player aubridge,test',
    `audio_source ${source}`,
    'audio_alert aubridge,alert',
    `snd_path ${directory}`,
    `net_interface ${host}`,
    'module_path /usr/lib/baresip/modules',
    ...['g711', 'aufile', 'aubridge', 'sndfile', 'cons'].map((name) => `module ${name}.so`),
    'module_tmp account.so',
    'module_app menu.so',
  ]
  return `${lines.join('\n')}\n`
}
