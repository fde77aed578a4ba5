import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sleep } from '@parley/primitives'
import { type Program, requireProgram, startOnFreePort, startProgram } from './program.ts'
import { readSamples } from './read-samples.ts'

export interface Linphone extends AsyncDisposable {
  /** The port of UDP that it listens on. */
  readonly port: number
  /** Its commands are entered as lines, such as `transfer sip:…`. */
  readonly program: Program
  /** Presses the keys of its current call, one after another. */
  press(digits: string): Promise<void>
  hangUp(): void
  /** Returns the audio that it has received so far, 8,000 samples a second; complete to the last second. */
  receivedAudio(): Promise<Int16Array>
}

export interface LinphoneOptions {
  /** The user of its URI, such as a number. */
  readonly user: string
  /** The WAV file that it plays into a call. */
  readonly voice: Buffer
}

const maxMs = 60_000

/** The time from the start of a key to the next one. */
const keyMs = 400

/** Starts `linphonec` on 127.0.0.1 for one test, without sound cards. It answers all calls. */
export async function startLinphone({ user, voice }: LinphoneOptions): Promise<Linphone> {
  await requireProgram('linphonec', 'linphone-cli')
  const directory = await mkdtemp(join(tmpdir(), 'linphone-'))
  // Where it keeps its database, without which it does not start.
  await mkdir(join(directory, '.local/share/linphone'), { recursive: true })
  await writeFile(join(directory, 'voice.wav'), voice)
  const heard = join(directory, 'heard.wav')

  const started = await startOnFreePort(async (port) => {
    const file = join(directory, 'linphonerc')
    await writeFile(file, configuration(user, port))
    const program = startProgram('env', [`HOME=${directory}`, 'linphonec', '-a', '-c', file], maxMs)
    await program.listensOn('udp', port)
    return { port, program }
  })
  const { program } = started
  for (const command of ['soundcard use files', `play ${join(directory, 'voice.wav')}`, `record ${heard}`])
    program.enter(command)
  return {
    ...started,
    async press(digits) {
      for (const digit of digits) {
        program.enter(digit)
        await sleep(keyMs)
      }
    },
    hangUp: () => program.enter('terminate'),
    receivedAudio: () => readSamples(heard),
    async [Symbol.asyncDispose]() {
      await program[Symbol.asyncDispose]()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

function configuration(user: string, port: number): string {
  const lines = [
    '[sip]',
    `sip_port=${port}`,
    'sip_tcp_port=0',
    'sip_tls_port=0',
    'bind_address=127.0.0.1',
    `contact=<sip:${user}@127.0.0.1>`,
    // Otherwise it waits for a connection to the internet.
    'auto_net_state_mon=0',
    '[rtp]',
    'bind_address=127.0.0.1',
    'audio_rtp_port=-1',
  ]
  return `${lines.join('\n')}\n`
}
