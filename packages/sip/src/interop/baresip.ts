import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Protocol } from '../transport/flow.ts'
import { type Program, requireProgram, startOnFreePort, startProgram } from './program.ts'

export interface Baresip extends AsyncDisposable {
  /** The SIP address that it listens on. */
  readonly port: number
  readonly program: Program
}

export interface BaresipOptions {
  readonly protocol: Protocol
  /** How it handles an incoming call. */
  readonly answermode: 'auto' | 'early' | 'manual'
  /** Its key and certificate, whose issuer it trusts. Required for TLS. */
  readonly certificate?: { readonly key: string; readonly cert: string } | null
  /** Commands to run after the start, such as `/dial sip:…`. */
  readonly commands?: readonly string[]
  /** Additional parameters of its account. */
  readonly account?: string
}

/** Starts `baresip` on 127.0.0.1 for one test, without sound cards. */
export async function startBaresip(options: BaresipOptions): Promise<Baresip> {
  await requireProgram('baresip', 'baresip-core')
  const { protocol, answermode, certificate, commands = [], account = '' } = options
  const directory = await mkdtemp(join(tmpdir(), 'baresip-'))
  if (certificate) {
    await writeFile(join(directory, 'cert.pem'), `${certificate.key}\n${certificate.cert}`)
    await writeFile(join(directory, 'ca.pem'), certificate.cert)
  }
  await writeFile(
    join(directory, 'accounts'),
    `<sip:grace@127.0.0.1;transport=${protocol}>;regint=0;answermode=${answermode}${account}\n`,
  )
  await writeFile(join(directory, 'contacts'), '')

  const executed = commands.flatMap((command) => ['-e', command])
  const started = await startOnFreePort(async (port) => {
    await writeFile(join(directory, 'config'), configuration(directory, port, certificate != null))
    // baresip listens for TLS on the configured port plus one.
    const listeningPort = protocol === 'tls' ? port + 1 : port
    const program = startProgram('baresip', ['-f', directory, '-t', '20', ...executed])
    await program.listensOn(protocol === 'udp' ? 'udp' : 'tcp', listeningPort)
    return { port: listeningPort, program }
  })
  return {
    ...started,
    async [Symbol.asyncDispose]() {
      await started.program[Symbol.asyncDispose]()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

function configuration(directory: string, port: number, secure: boolean): string {
  const lines = [
    'poll_method epoll',
    `sip_listen 127.0.0.1:${port}`,
    ...(secure ? [`sip_certificate ${directory}/cert.pem`, `sip_cafile ${directory}/ca.pem`] : []),
    'call_local_timeout 20',
    'call_max_calls 4',
    'audio_player aubridge,test',
    'audio_source aubridge,test',
    'audio_alert aubridge,alert',
    'net_interface 127.0.0.1',
    'module_path /usr/lib/baresip/modules',
    'module g711.so',
    'module aubridge.so',
    'module_tmp account.so',
    'module_app menu.so',
  ]
  return `${lines.join('\n')}\n`
}
