import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitUntil } from './calling.ts'

const sampleRate = 16_000

/** A PulseAudio server with one loudspeaker, which only a test records. */
export interface SoundServer extends AsyncDisposable {
  /** Variables that make a program play there. */
  readonly environment: Readonly<Record<string, string>>
  /** Records what the loudspeaker plays, mono, with 16,000 samples per second. */
  record(durationMs: number): Promise<{ readonly pcm: Int16Array; readonly sampleRate: number }>
}

export async function startSoundServer(): Promise<SoundServer> {
  const directory = mkdtempSync(join(tmpdir(), 'parley-sound-'))
  chmodSync(directory, 0o700)
  const socket = join(directory, 'native')
  const environment = {
    PULSE_SERVER: `unix:${socket}`,
    PULSE_RUNTIME_PATH: directory,
    PULSE_STATE_PATH: directory,
    PULSE_COOKIE: join(directory, 'cookie'),
  }
  const server = spawn(
    'pulseaudio',
    [
      ...['-n', '--daemonize=no', '--exit-idle-time=-1', '--disallow-exit=no', '--use-pid-file=no'],
      ...['--load', `module-native-protocol-unix socket=${socket} auth-anonymous=1`],
      ...['--load', 'module-null-sink sink_name=loudspeaker'],
    ],
    { env: { ...process.env, ...environment }, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let errors = ''
  server.stderr.on('data', (text: Buffer) => {
    errors += text
  })
  const isReady = () => {
    if (server.exitCode !== null) throw new Error(`PulseAudio did not start:\n${errors}`)
    try {
      const options = { env: { ...process.env, ...environment }, encoding: 'utf8', stdio: 'pipe' } as const
      return execFileSync('pactl', ['list', 'short', 'sinks'], options).includes('loudspeaker')
    } catch {
      return false
    }
  }
  await waitUntil('the sound server', isReady, 20_000)

  return {
    environment,
    async record(durationMs) {
      const parameters = ['--format=s16le', '--channels=1', `--rate=${sampleRate}`]
      const recorder = spawn('parec', ['--device=loudspeaker.monitor', '--raw', ...parameters], {
        env: { ...process.env, ...environment },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const chunks: Buffer[] = []
      recorder.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
      const exited = waitForExit(recorder)
      const countBytes = () => chunks.reduce((sum, chunk) => sum + chunk.length, 0)
      await waitUntil('the recording', () => countBytes() >= (durationMs / 1_000) * sampleRate * 2)
      recorder.kill('SIGTERM')
      await exited
      const bytes = new Uint8Array(Buffer.concat(chunks))
      return { pcm: new Int16Array(bytes.buffer, 0, Math.floor(bytes.length / 2)), sampleRate }
    },
    async [Symbol.asyncDispose]() {
      const exited = waitForExit(server)
      server.kill('SIGTERM')
      await exited
      await rm(directory, { recursive: true, force: true })
    },
  }
}

function waitForExit(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve()
    else child.once('exit', () => resolve())
  })
}
