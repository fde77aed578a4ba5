import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitUntil } from '@parley/primitives'
import { findFreePorts } from '@parley/primitives/node'
import { isListening } from './is-listening.ts'

export type TestRedis = Awaited<ReturnType<typeof startRedis>>

/**
 * Starts a Redis server with its own port and directory.
 *
 * @throws {Error} when Redis is not installed: the Debian package is `redis-server`.
 */
export async function startRedis() {
  const directory = await mkdtemp(join(tmpdir(), 'parley-redis-'))
  const [port = 0] = await findFreePorts(1)
  let kill = async () => {}
  let signal = (_name: 'SIGSTOP' | 'SIGCONT') => {}
  async function start(): Promise<void> {
    const child = spawn(
      'redis-server',
      ['--bind', '127.0.0.1', '--port', `${port}`, '--dir', directory, '--save', '', '--appendonly', 'no'],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    )
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString()
      })
    const ended = once(child, 'exit')
    ended.catch((error) => {
      output += String(error)
    })
    signal = (name) => void child.kill(name)
    kill = async () => {
      child.kill('SIGKILL')
      await ended.catch(() => {})
    }
    await waitUntil(
      () => `Redis of the Debian package redis-server responds: ${output}`,
      () => isListening(port),
    )
  }
  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    /** Starts it again after it was killed. */
    start,
    /** Stops the process, which keeps its connections, or lets it continue. */
    signal: (name: 'SIGSTOP' | 'SIGCONT') => signal(name),
    /** Ends the process without giving it time for anything. */
    kill: () => kill(),
    async [Symbol.asyncDispose]() {
      await kill()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
