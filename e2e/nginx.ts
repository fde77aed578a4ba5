import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts } from '@parley/dev-env'

const documentedConfiguration = new URL('../docs/proxy/nginx.conf', import.meta.url).pathname

export interface ProxyPorts {
  /** Replaces port 80. */
  readonly plain: number
  /** Replaces port 443. */
  readonly secure: number
  /** Where Parley listens. */
  readonly phone: string
  readonly accounts: string
}

/**
 * Starts nginx with the documented configuration, on other ports and with new certificates. `settings` replaces
 * further texts of it.
 */
export async function startNginx(
  ports: ProxyPorts,
  settings: Readonly<Record<string, string>> = {},
): Promise<AsyncDisposable> {
  const directory = mkdtempSync(join(tmpdir(), 'parley-nginx-'))
  // Debian loads modules from the directory that -p replaces.
  symlinkSync('/usr/lib/nginx/modules', join(directory, 'modules'))
  for (const name of ['phone', 'accounts']) {
    execFileSync(
      'openssl',
      [
        ...[
          'req',
          '-x509',
          '-newkey',
          'ec',
          '-pkeyopt',
          'ec_paramgen_curve:prime256v1',
          '-nodes',
          '-days',
          '2',
        ],
        ...['-subj', `/CN=${name}.example.com`, '-addext', `subjectAltName=DNS:${name}.example.com`],
        ...['-keyout', join(directory, `${name}.key`), '-out', join(directory, `${name}.pem`)],
      ],
      { stdio: 'ignore' },
    )
  }
  const [plainInside = 0, secureInside = 0] = await freePorts(2)
  const replaced = {
    '/etc/ssl/parley/': `${directory}/`,
    'listen 80;': `listen 127.0.0.1:${ports.plain};`,
    'listen 443;': `listen 127.0.0.1:${ports.secure};`,
    '127.0.0.1:4080': `127.0.0.1:${plainInside}`,
    '127.0.0.1:4443': `127.0.0.1:${secureInside}`,
    '127.0.0.1:4000': `127.0.0.1:${ports.phone}`,
    '127.0.0.1:4001': `127.0.0.1:${ports.accounts}`,
    ...settings,
  }
  let configuration = readFileSync(documentedConfiguration, 'utf8')
  for (const [documented, used] of Object.entries(replaced)) {
    if (!configuration.includes(documented)) throw new Error(`The configuration has no "${documented}".`)
    configuration = configuration.replaceAll(documented, used)
  }
  const file = join(directory, 'nginx.conf')
  writeFileSync(file, configuration)

  const global = `daemon off; pid ${directory}/nginx.pid; error_log stderr;`
  const nginx = spawn('/usr/sbin/nginx', ['-p', directory, '-c', file, '-e', 'stderr', '-g', global])
  let errors = ''
  nginx.stderr.on('data', (text: Buffer) => {
    errors += text
  })
  const exited = new Promise<void>((resolve) => nginx.once('exit', () => resolve()))
  await waitForPort(ports.secure).catch(() => {
    throw new Error(`nginx did not start: ${errors}`)
  })
  return {
    async [Symbol.asyncDispose]() {
      nginx.kill('SIGTERM')
      await exited
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function waitForPort(port: number): Promise<void> {
  const until = Date.now() + 60_000
  for (;;) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('connect', () => resolve(true))
      socket.once('error', () => resolve(false))
      socket.once('close', () => socket.destroy())
      socket.once('connect', () => socket.end())
    })
    if (isOpen) return
    if (Date.now() > until) throw new Error(`Nothing listens on port ${port}.`)
  }
}
