import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { waitUntil } from '@parley/primitives'
import { findFreePorts } from '@parley/primitives/node'
import { isListening } from '../../../testing/is-listening.ts'
import type { S3Options } from '../s3-store.ts'

const run = promisify(execFile)
const kinds = ['account', 'container', 'object'] as const
const startTimeoutMs = 50_000
const secretKey = 'a-secret-for-tests'

export interface Swift extends AsyncDisposable {
  readonly port: number
  /** Options for a store in a bucket. */
  readonly s3: S3Options
}

/**
 * Starts OpenStack Swift with its S3 API, as Debian packages it: one process of each kind, with its data in
 * a temporary directory.
 *
 * @throws {Error} when it is not installed, or the file system has no extended attributes.
 */
export async function startSwift(): Promise<Swift> {
  const directory = await mkdtemp(join(tmpdir(), 'parley-swift-'))
  const [proxyPort = 0, memcachedPort = 0, ...ports] = await findFreePorts(2 + kinds.length)
  const stack = new AsyncDisposableStack()
  stack.defer(() => rm(directory, { recursive: true, force: true }))
  try {
    await mkdir(join(directory, 'devices', 'disk'), { recursive: true })
    await writeFile(join(directory, 'swift.conf'), clusterConfig)
    await writeFile(join(directory, 'proxy.conf'), toProxyConfig(directory, proxyPort, memcachedPort))
    for (const [index, kind] of kinds.entries())
      await writeFile(join(directory, `${kind}.conf`), toServerConfig(directory, kind, ports[index] ?? 0))
    await run('/usr/bin/python3', ['-c', createRings, directory, ...ports.map(String)])
    let output = ''
    const start = (command: string, parameters: readonly string[]) => {
      const child = spawn('setpriv', ['--pdeathsig', 'KILL', command, ...parameters])
      child.stderr.on('data', (chunk: Buffer) => {
        output += chunk.toString()
      })
      stack.defer(() => end(child))
    }
    start('memcached', ['-u', userInfo().username, '-l', '127.0.0.1', '-p', String(memcachedPort)])
    for (const kind of [...kinds, 'proxy'])
      start(`swift-${kind}-server`, [join(directory, `${kind}.conf`), '--verbose'])
    const url = `http://127.0.0.1:${proxyPort}`
    const s3 = { ...access, endpoint: url, bucket: 'recordings', prefix: '' }
    // The proxy must not find one of the others missing: it would not ask it again for a minute.
    for (const port of [memcachedPort, ...ports, proxyPort])
      await waitUntil(
        () => `a server of Swift listens: ${output}`,
        () => isListening(port),
        startTimeoutMs,
      )
    await waitUntil(
      () => `Swift of the Debian packages responds: ${output}`,
      () => createBucket(s3),
      startTimeoutMs,
    )
    return { port: proxyPort, s3, [Symbol.asyncDispose]: () => stack.disposeAsync() }
  } catch (error) {
    await stack.disposeAsync()
    throw error
  }
}

const access = { region: 'us-east-1', accessKey: 'parley:recorder', secretKey }

/** Returns whether a bucket has been created, and stores objects. */
async function createBucket({
  bucket,
  endpoint,
  region,
}: S3Options & { endpoint: string }): Promise<boolean> {
  const { S3Client, CreateBucketCommand, PutObjectCommand } = await import('@aws-sdk/client-s3')
  const credentials = { accessKeyId: access.accessKey, secretAccessKey: access.secretKey }
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true, maxAttempts: 1 })
  try {
    await client.send(new CreateBucketCommand({ Bucket: bucket }))
    await client.send(new PutObjectCommand({ Bucket: bucket, Key: 'first', Body: 'An object.' }))
    return true
  } catch {
    return false
  } finally {
    client.destroy()
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended.catch(() => {})
}

const createRings = `
import sys
from swift.common.ring import RingBuilder
for kind, port in zip(['account', 'container', 'object'], sys.argv[2:]):
    builder = RingBuilder(1, 1, 0)
    builder.add_dev({'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': int(port), 'device': 'disk', 'weight': 1})
    builder.rebalance()
    builder.get_ring().save('%s/%s.ring.gz' % (sys.argv[1], kind))
`

const clusterConfig = `
[swift-hash]
swift_hash_path_suffix = parley
[storage-policy:0]
name = default
default = yes
`

function toDefaults(directory: string, port: number): string {
  return `
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${directory}
devices = ${join(directory, 'devices')}
mount_check = false
log_level = ERROR
log_address = ${join(directory, 'no-log')}
`
}

function toServerConfig(directory: string, kind: string, port: number): string {
  return `${toDefaults(directory, port)}
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`
}

function toProxyConfig(directory: string, port: number, memcachedPort: number): string {
  return `${toDefaults(directory, port)}
[pipeline:main]
pipeline = catch_errors cache s3api tempauth proxy-server
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${memcachedPort}
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_parley_recorder = ${secretKey} .admin
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
`
}
