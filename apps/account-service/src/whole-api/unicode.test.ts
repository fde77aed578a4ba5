import type { AnyEndpoint } from '@parley/contract'
import { accountEndpoints, fields } from '@parley/contract/account'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { accountsSchema } from '../index.ts'
import { serviceOfThisFile } from '../testing.ts'
import { mutate } from './testing/mutations.ts'
import { type Path, placesOfCall } from './testing/places.ts'
import { type Ask, headersOf } from './testing/roles.ts'
import { rows } from './testing/rows/index.ts'
import { nameOf, send } from './testing/send.ts'
import { openWorld, serviceOfWorld, type World } from './testing/world.ts'

const service = serviceOfThisFile(serviceOfWorld)
let world: World
beforeAll(async () => {
  world = await openWorld(service())
})

/** What PostgreSQL takes for no text, or not in a cast to jsonb. */
const unstorable = ['\u0000', '\ud800']

async function askOf(endpoint: AnyEndpoint): Promise<Ask> {
  const row = rows[nameOf(endpoint)]
  if (!row) throw new Error(`${nameOf(endpoint)} has no row.`)
  return await row.ask(world)
}

/** Calls with another value at one place, as somebody who is let in. An address carries text, and no half of a character. */
async function sendWith(endpoint: AnyEndpoint, ask: Ask, path: Path, value: unknown) {
  const {
    params = {},
    query = {},
    body,
  } = mutate(ask, [{ kind: 'put', path, value: { what: 'itself', value } }], world)
  const role = endpoint.access === 'client' ? 'serverForOwner' : 'admin'
  return await send(service().origin, endpoint, { params, query, body }, headersOf(world, role, ask))
}

/** The columns in which a text stands. */
async function columnsWith(text: string): Promise<string[]> {
  const { pool } = service().server
  const { rows: columns } = await pool.query<{ question: string }>(
    `select format(
       'select %L as name where exists (select from %I.%I where %I::text like $1)',
       table_name || '.' || column_name, table_schema, table_name, column_name
     ) as question
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = $1 and table_type = 'BASE TABLE' and data_type in ('text', 'json', 'jsonb', 'ARRAY')`,
    [accountsSchema],
  )
  const questions = columns.map(({ question }) => question).join(' union all ')
  return (await pool.query<{ name: string }>(questions, [`%${text}%`])).rows.map(({ name }) => name)
}

const calls = accountEndpoints.map((endpoint: AnyEndpoint, index) => ({
  endpoint,
  index,
  name: nameOf(endpoint),
  places: placesOfCall(endpoint),
}))

const placesOfJson = calls.flatMap(({ endpoint, name, places }) =>
  places
    .filter(({ schema }) => schema === fields.json)
    .map(({ path }) => ({ endpoint, name, path, place: path.join('.') })),
)

/** Guarantee (OP6): JSON is refused at the door where a cast to jsonb would refuse it later, and who sent it is told the place. */
describe('OP6: no JSON is taken that cannot be kept', () => {
  test('there are such places', () => {
    expect(placesOfJson.length).toBeGreaterThan(12)
  })

  test.each(placesOfJson)('$name: $place', async ({ endpoint, path, place }) => {
    const ask = await askOf(endpoint)
    for (const text of unstorable) {
      const asValue = await sendWith(endpoint, ask, path, { notes: ['fine', text] })
      const asKey = await sendWith(endpoint, ask, path, { inner: { [text]: 1 } })

      expect([asValue.body.code, asKey.body.code]).toEqual(['SCHEMA_ERROR', 'SCHEMA_ERROR'])
      expect(asValue.body.details.message).toContain(`${place}.notes.1: must not contain`)
      expect(asKey.body.details.message).toContain(`${place}.inner: has a key that must not contain`)
    }
  })
})

const isText = (schema: z.ZodType) => schema instanceof z.ZodString || schema === fields.json

/** Guarantee (OP6): no text is kept that PostgreSQL does not take, and none is a failure of the service. */
describe('OP6: NUL and halves of characters are answered by the contract, wherever text stands', () => {
  test.each(calls)('$name', async ({ endpoint, index, places }) => {
    const answers: string[] = []
    let ask = await askOf(endpoint)
    const mark = `-kept-of-call-${index}-`
    for (const { path } of places.filter(({ schema }) => isText(schema))) {
      for (const character of unstorable) {
        if (path[0] !== 'body' && !character.isWellFormed()) continue
        const text = mark + character
        const standing = valueAt(ask, path)
        for (const value of [text, `${standing}${text}`, `${text}${standing}`]) {
          const { status } = await sendWith(endpoint, ask, path, value)
          if (status < 400) ask = await askOf(endpoint)
          if (status >= 500) answers.push(`${path.join('.')}: ${status}`)
        }
      }
    }
    expect([answers, await columnsWith(mark)]).toEqual([[], []])
  })
})

/** What a call has at a place; an address of the web where it has no text, because that goes furthest. */
function valueAt(ask: Ask, path: Path): string {
  const found = path.reduce<unknown>(
    (holder, key) => (holder as Record<string, unknown> | undefined)?.[key],
    ask,
  )
  return typeof found === 'string' ? found : 'https://app.example.com/'
}
