import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitUntil } from '@parley/primitives'
import { findFreePorts } from '@parley/primitives/node'
import { startTestDatabase } from '@parley/server/testing'
import { startTestPhone } from '@parley/simulated-pstn/testing'
import { migrations } from '../database/migrations.ts'
import { startFakeAccountService } from './fake-account-service.ts'
import { startPhoneProcess } from './start-phone-process.ts'
import { startRedis } from './start-redis.ts'
import { trunkWithPassword } from './trunk-with-password.ts'

export type TestNode = Awaited<ReturnType<typeof startNode>>
export type TwoNodes = Awaited<ReturnType<typeof startTwoNodes>>

interface NodeOptions {
  readonly databaseUrl: string
  readonly redisUrl: string
  readonly accounts: Awaited<ReturnType<typeof startFakeAccountService>>
}

/** The numbers of the trunk of the user. */
export const numberOfTrunk = '+12125552368'
export const otherNumbersOfTrunk = ['+12125552369', '+12125552370'] as const

/**
 * Starts two phone services as processes on one database with Redis, and a telephone behind a trunk that both
 * use. Ada and Grace are members of the workspace, whose calls per minute are not limited, and Ada is its administrator.
 */
export async function startTwoNodes() {
  const stack = new AsyncDisposableStack()
  try {
    const database = stack.use(await startTestDatabase({ schema: 'phone', migrations }))
    const redis = stack.use(await startRedis())
    const accounts = stack.use(await startFakeAccountService())
    const far = stack.use(await startTestPhone())
    const options = { databaseUrl: database.url, redisUrl: redis.url, accounts }
    const one = stack.use(await startNode(options))
    const other = stack.use(await startNode(options))
    const team = accounts.addTeam('Bakery')
    const ada = accounts.addUser('Ada', [team], [team])
    const grace = accounts.addUser('Grace', [team])
    const trunk = { ...trunkWithPassword, port: far.port, numbers: [numberOfTrunk, ...otherNumbersOfTrunk] }
    const added = await one.phone.as(ada).post('/trunks', trunk)
    if (added.status !== 201) throw new Error(`The trunk was not added: ${JSON.stringify(added.body)}`)
    const { body: limits } = await one.phone.as(ada).get('/limits')
    await one.phone.as(ada).put('/limits', { ...limits, callsPerMinute: 600 })
    const isUsed = async () => {
      const { body } = await other.phone.as(ada).get(`/trunks/${added.body.id}`)
      return body.state.status === 'ready'
    }
    await waitUntil('the other node uses the trunk', isUsed, 20_000)
    return {
      database,
      redis,
      accounts,
      far,
      one,
      other,
      ada,
      grace,
      [Symbol.asyncDispose]: () => stack.disposeAsync(),
    }
  } catch (error) {
    await stack.disposeAsync()
    throw error
  }
}

async function startNode(options: NodeOptions) {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'parley-node-'))
  const [sipPort = 0] = await findFreePorts(1)
  const start = () => startPhoneProcess({ ...options, dataDirectory, sipPort })
  let phone = await start()
  return {
    sipPort,
    /** The process that runs now. */
    get phone() {
      return phone
    },
    /** Ends the process without giving it time for anything. */
    kill: () => phone.kill(),
    /** Lets the process end with its last call. Resolves to its exit code. */
    stop: () => phone.stop(),
    /** Starts it again after it has ended. */
    async restart(): Promise<void> {
      phone = await start()
    },
    async [Symbol.asyncDispose]() {
      await phone.kill()
      await rm(dataDirectory, { recursive: true, force: true })
    },
  }
}
