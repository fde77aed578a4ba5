import { startTestApp } from '@parley/dev-env'
import { allowTrunks, fuzzFields, postToPhone, signUpActor } from '@parley/dev-env/fuzz'
import { seededRandom } from '@parley/primitives'
import { connectToDatabase } from '@parley/server'
import { expect, test } from 'vitest'

/**
 * Values for each field (the nightly run has 12), and their seed: PARLEY_FUZZ_VALUES=12 PARLEY_FUZZ_SEED=7.
 */
const perField = Number(process.env.PARLEY_FUZZ_VALUES ?? 1)
const seed = Number(process.env.PARLEY_FUZZ_SEED ?? 1)

const settings = { PARLEY_RATE_LIMIT_FACTOR: '1000000' }

/** Guarantee (AV1): no value that an API accepts ends the product or keeps it from starting. */
test(
  'AV1: the product serves and starts again after unusual values in every field of both contracts',
  async () => {
    await using app = await startTestApp({ settings })
    const pid = app.pid

    const { sent, accepted, problems } = await fuzzFields(app, { random: seededRandom(seed), perField })
    expect(problems).toEqual([])
    // Otherwise the requests stored too little to prove anything. The share depends on the seed: 0.24 to 0.4.
    expect(accepted / sent).toBeGreaterThan(0.15)
    expect(app.pid).toBe(pid)
    expect(await app.stop()).toBe(0)
    await app.start()

    const ada = await signUpActor(app)
    for (const path of ['/me', '/trunks', '/calls', '/contacts', '/limits'])
      expect((await fetch(`${app.phoneUrl}/api/v1${path}`, { headers: ada.phoneHeaders })).status).toBe(200)
    expect((await fetch(`${app.accountsUrl}/health?db=1`)).status).toBe(200)
    expect(app.output).not.toMatch(/unhandled/i)
  },
  120_000 + perField * 120_000,
)

/** Values that the API rejects, but that a database may contain from before. */
const damagedTrunks: readonly [column: string, value: string, status?: string][] = [
  ['host', 'not a host name'],
  ['host', ''],
  ['host', '[::1'],
  ['username', 'a@b;c>\r\nX: y', 'unchecked'],
  ['username', ''],
  ['outbound_proxy', '<sip:>'],
  ['password_encrypted', 'not encrypted'],
]

test('AV1: a stored trunk with damaged values is shown as failed, and the product starts and serves', async () => {
  await using app = await startTestApp({ settings })
  const ada = await signUpActor(app)
  await allowTrunks(app, ada)
  for (const [index] of [...damagedTrunks, 'intact'].entries()) {
    const trunk = {
      name: `Trunk ${index}`,
      host: '127.0.0.1',
      port: 5_900 + index,
      username: 'ada',
      password: 'secret',
    }
    expect((await postToPhone(app, ada, '/trunks', trunk)).status).toBe(201)
  }
  {
    await using server = await connectToDatabase({ kind: 'embedded', dataDirectory: app.dataDirectory })
    for (const [index, [column, value]] of damagedTrunks.entries())
      await server.pool.query(`update phone.trunks set ${column} = $1 where name = $2`, [
        value,
        `Trunk ${index}`,
      ])
  }

  expect(await app.stop()).toBe(0)
  await app.start()

  const listed = await fetch(`${app.phoneUrl}/api/v1/trunks`, { headers: ada.phoneHeaders })
  expect(listed.status).toBe(200)
  const { items } = await listed.json()
  const states = Object.fromEntries(
    items.map(({ name, state }: { name: string; state: { status: string } }) => [name, state.status]),
  )
  const { [`Trunk ${damagedTrunks.length}`]: intact, ...damaged } = states
  expect(intact).toBe('unchecked')
  // Every character of a user name can be escaped.
  expect(Object.values(damaged)).toEqual(damagedTrunks.map(([, , status = 'failed']) => status))
  await signUpActor(app)
})
