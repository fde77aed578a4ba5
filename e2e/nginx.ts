import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const documentedConfiguration = new URL('../docs/proxy/nginx.conf', import.meta.url).pathname

interface Forwarding {
  readonly outside: number
  readonly inside: string
}

export interface ProxyPorts {
  /** Replaces port 80. */
  readonly plain: number
  readonly phone: Forwarding
  readonly accounts: Forwarding
}

/** Starts nginx with the documented configuration, on other ports and with new certificates. */
export async function startNginx(ports: ProxyPorts): Promise<AsyncDisposable> {
  const directory = mkdtempSync(join(tmpdir(), 'parley-nginx-'))
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
  const configuration = readFileSync(documentedConfiguration, 'utf8')
    .replaceAll('/etc/ssl/parley/', `${directory}/`)
    .replace('listen 80', `listen 127.0.0.1:${ports.plain}`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${ports.phone.outside} ssl`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${ports.accounts.outside} ssl`)
    .replace('127.0.0.1:4000', `127.0.0.1:${ports.phone.inside}`)
    .replace('127.0.0.1:4001', `127.0.0.1:${ports.accounts.inside}`)
  const file = join(directory, 'nginx.conf')
  writeFileSync(file, configuration)

  const global = `daemon off; pid ${directory}/nginx.pid; error_log stderr;`
  const nginx = spawn('/usr/sbin/nginx', ['-p', directory, '-c', file, '-e', 'stderr', '-g', global])
  let errors = ''
  nginx.stderr.on('data', (text: Buffer) => {
    errors += text
  })
  const exited = new Promise<void>((resolve) => nginx.once('exit', () => resolve()))
  await waitForPort(ports.phone.outside).catch(() => {
    throw new Error(`nginx did not start: ${errors}`)
  })
  return {
    async [Symbol.asyncDispose]() {
      nginx.kill('SIGQUIT')
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
