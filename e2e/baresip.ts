import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readWav, type WavAudio } from '@parley/rtp'
import { createTone, writeWav } from './received-audio.ts'

/** A call with baresip, an independent SIP phone, which sends one steady tone. */
export interface Baresip extends AsyncDisposable {
  /** Its output so far, with each SIP message that it sent or received. */
  readonly output: string
  /** Returns the audio that it received, after it has ended. */
  receivedAudio(): WavAudio | null
  stop(): Promise<void>
}

interface BaresipCall {
  /** The IP address that it calls from; 127.0.0.1 by default. */
  readonly host?: string
  readonly port: number
  /** Its number, in E.164. */
  readonly number: string
  readonly dials: string
  readonly toneHz: number
}

const maxRunSeconds = 60

export function callWithBaresip({ host = '127.0.0.1', port, number, dials, toneHz }: BaresipCall): Baresip {
  const directory = mkdtempSync(join(tmpdir(), 'parley-baresip-'))
  writeFileSync(join(directory, 'voice.wav'), writeWav(createTone(toneHz, 30, 8_000), 8_000))
  writeFileSync(join(directory, 'accounts'), `<sip:${number}@${host}>;regint=0;audio_codecs=pcmu\n`)
  writeFileSync(join(directory, 'contacts'), '')
  writeFileSync(
    join(directory, 'config'),
    [
      `sip_listen ${host}:${port}`,
      `net_interface ${host}`,
      `audio_source aufile,${directory}/voice.wav`,
      'audio_player aubridge,ear',
      'audio_alert aubridge,alert',
      `snd_path ${directory}`,
      'module_path /usr/lib/baresip/modules',
      ...['g711', 'aufile', 'aubridge', 'sndfile'].map((name) => `module ${name}.so`),
      'module_tmp account.so',
      'module_app menu.so',
      '',
    ].join('\n'),
  )
  const program = spawn('baresip', [
    '-s',
    '-f',
    directory,
    '-t',
    String(maxRunSeconds),
    '-e',
    `/dial ${dials}`,
  ])
  let output = ''
  for (const stream of [program.stdout, program.stderr]) {
    stream.on('data', (text: Buffer) => {
      output += text
    })
  }
  const exited = new Promise<void>((resolve) => program.once('exit', () => resolve()))
  const stop = async () => {
    program.kill('SIGTERM')
    // It waits half a minute for the response to an unanswered call.
    const timer = setTimeout(() => program.kill('SIGKILL'), 3_000)
    await exited
    clearTimeout(timer)
  }
  return {
    get output() {
      return output
    },
    receivedAudio() {
      const file = readdirSync(directory).find((name) => name.endsWith('-dec.wav'))
      return file ? readWav(readFileSync(join(directory, file))) : null
    },
    stop,
    async [Symbol.asyncDispose]() {
      await stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
