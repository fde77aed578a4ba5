import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { required } from '@parley/primitives'
import type { CodecName } from '@parley/rtp'
import { type Bridge, payloadTypes } from './bridge.ts'

/** Returns the version of Debian's `janus`, or null if it is not installed. */
export function janusVersion(): string | null {
  const { stdout } = spawnSync('janus', ['--version'], { encoding: 'utf8' })
  return /\(([\d.]+)\)/.exec(stdout ?? '')?.[1] ?? null
}

/**
 * Starts the Janus AudioBridge with plain RTP participants. `prebuffer` is in packets; the Janus default is
 * 6.
 */
export async function startJanus(prebuffer: number): Promise<Bridge> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-janus-'))
  const port = randomInt(20_000, 30_000)
  await configure(folder, port)
  const janus = spawn('janus', ['-F', folder, '--disable-colors'], { stdio: 'ignore' })
  const api = `http://127.0.0.1:${port}/janus`
  await waitUntilReady(api, janus)
  let rooms = 0

  return {
    name: `Janus AudioBridge, prebuffer ${prebuffer}`,
    pid: required(janus.pid, 'the process id of Janus'),
    async join(codec, ports) {
      const room = ++rooms
      const owner = await attach(api)
      await owner.ask({
        request: 'create',
        room,
        sampling_rate: codec === 'opus' ? 16_000 : 8_000,
        allow_rtp_participants: true,
        audiolevel_ext: false,
        default_prebuffering: prebuffer,
      })
      const join = async (port: number) => await joinRoom(await attach(api), room, codec, port, prebuffer)
      return [await join(ports[0]), await join(ports[1])]
    },
    async [Symbol.asyncDispose]() {
      const exited = new Promise((resolve) => janus.once('exit', resolve))
      janus.kill('SIGKILL')
      await exited
      await rm(folder, { recursive: true })
    },
  }
}

async function configure(folder: string, port: number): Promise<void> {
  const others = [
    'duktape',
    'echotest',
    'lua',
    'nosip',
    'recordplay',
    'sip',
    'streaming',
    'textroom',
    'videocall',
  ]
  const plugins = [...others, 'videoroom', 'voicemail'].map((name) => `libjanus_${name}.so`).join(',')
  const transports = ['mqtt', 'nanomsg', 'pfunix', 'rabbitmq', 'websockets']
    .map((name) => `libjanus_${name}.so`)
    .join(',')
  await writeFile(
    join(folder, 'janus.jcfg'),
    `general: { debug_level = 1; session_timeout = 0 }
plugins: { disable = "${plugins}" }
transports: { disable = "${transports}" }
`,
  )
  await writeFile(
    join(folder, 'janus.transport.http.jcfg'),
    `general: { json = "plain"; base_path = "/janus"; http = true; port = ${port}; ip = "127.0.0.1"; https = false }
`,
  )
  await writeFile(
    join(folder, 'janus.plugin.audiobridge.jcfg'),
    'general: { local_ip = "127.0.0.1"; rtp_port_range = "30000-39999" }\n',
  )
}

async function waitUntilReady(api: string, janus: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    if (janus.exitCode !== null) throw new Error('Janus failed to start.')
    const response = await fetch(`${api}/info`).catch(() => null)
    if (response?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('Janus does not respond.')
}

interface PluginEvent {
  readonly audiobridge: string
  readonly error?: string
  readonly rtp?: { readonly port: number }
}

interface Handle {
  ask(body: object): Promise<PluginEvent | null>
  nextEvent(): Promise<PluginEvent>
}

interface Answer {
  readonly janus: string
  readonly data?: { readonly id: number }
  readonly plugindata?: { readonly data: PluginEvent }
}

async function attach(api: string): Promise<Handle> {
  const post = async (url: string, message: object): Promise<Answer> => {
    const body = JSON.stringify({ transaction: randomUUID(), ...message })
    const response = (await (await fetch(url, { method: 'POST', body })).json()) as Answer
    if (response.janus === 'error') throw new Error(`Janus: ${JSON.stringify(response)}`)
    return response
  }
  const create = async (url: string, message: object) =>
    `${url}/${required((await post(url, message)).data, 'the id in the response of Janus').id}`
  const session = await create(api, { janus: 'create' })
  const handle = await create(session, { janus: 'attach', plugin: 'janus.plugin.audiobridge' })

  return {
    async ask(body) {
      const response = await post(handle, { janus: 'message', body })
      const data = response.plugindata?.data ?? null
      if (data?.error) throw new Error(`Janus: ${data.error}`)
      return data
    },
    async nextEvent() {
      for (;;) {
        const response = (await (await fetch(`${session}?maxev=1`)).json()) as Answer
        const data = response.plugindata?.data
        if (data?.error) throw new Error(`Janus: ${data.error}`)
        if (data) return data
      }
    },
  }
}

async function joinRoom(handle: Handle, room: number, codec: CodecName, port: number, prebuffer: number) {
  await handle.ask({
    request: 'join',
    room,
    codec: codec.toLowerCase(),
    prebuffer,
    ...(codec === 'opus' ? { bitrate: 24_000, quality: 5, expected_loss: 10 } : {}),
    rtp: { ip: '127.0.0.1', port, payload_type: payloadTypes[codec], fec: codec === 'opus' },
  })
  const joined = await handle.nextEvent()
  if (!joined.rtp) throw new Error('Janus returned no RTP port.')
  return joined.rtp.port
}
