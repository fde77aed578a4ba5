import type { AnyEndpoint } from '@parley/contract'
import { type AccountEndpointKey, fields } from '@parley/contract/account'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { accountsSchema } from '../index.ts'
import { setUpAccountService } from '../testing.ts'
import { type FieldPath, listRequestFields } from './testing/fields.ts'
import { createFixture, type Fixture, fixtureServiceOptions } from './testing/fixture.ts'
import { mutate } from './testing/mutations.ts'
import { roleMatrix } from './testing/role-matrix/index.ts'
import { headersForRole, type RequestInput } from './testing/roles.ts'
import { endpointCases, send } from './testing/send.ts'

const service = setUpAccountService(fixtureServiceOptions)
let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture(service())
})

/** Text that PostgreSQL cannot store, or cannot cast to jsonb. */
const unstorable = ['\u0000', '\ud800']

async function requestFor(name: AccountEndpointKey): Promise<RequestInput> {
  return await roleMatrix[name].createInput(fixture)
}

/**
 * Sends an authorized request with another value in one field. URLs carry well-formed text only: no lone
 * surrogates.
 */
async function sendWith(endpoint: AnyEndpoint, input: RequestInput, path: FieldPath, value: unknown) {
  const {
    params = {},
    query = {},
    body,
  } = mutate(input, [{ kind: 'put', path, value: { what: 'itself', value } }], fixture)
  const role = endpoint.access === 'client' ? 'serverForOwner' : 'admin'
  return await send(service().origin, endpoint, { params, query, body }, headersForRole(fixture, role, input))
}

/** The columns that contain a text. */
async function findColumnsContaining(text: string): Promise<string[]> {
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

const fieldCases = endpointCases.map(({ endpoint, name }, index) => ({
  endpoint,
  index,
  name,
  places: listRequestFields(endpoint),
}))

const jsonFields = fieldCases.flatMap(({ endpoint, name, places }) =>
  places
    .filter(({ schema }) => schema === fields.jsonValue)
    .map(({ path }) => ({ endpoint, name, path, place: path.join('.') })),
)

/** Guarantee (OP6): JSON that cannot be cast to jsonb is rejected by validation, with the path. */
describe('OP6: JSON that cannot be stored is rejected', () => {
  test('JSON fields exist', () => {
    expect(jsonFields.length).toBeGreaterThan(12)
  })

  test.each(jsonFields)('$name: $place', async ({ endpoint, name, path, place }) => {
    const input = await requestFor(name)
    for (const text of unstorable) {
      const asValue = await sendWith(endpoint, input, path, { notes: ['fine', text] })
      const asKey = await sendWith(endpoint, input, path, { inner: { [text]: 1 } })

      expect([asValue.body.code, asKey.body.code]).toEqual(['SCHEMA_ERROR', 'SCHEMA_ERROR'])
      expect(asValue.body.details.message).toContain(`${place}.notes.1: must not contain`)
      expect(asKey.body.details.message).toContain(`${place}.inner: has a key that must not contain`)
    }
  })
})

const isText = (schema: z.ZodType) => schema instanceof z.ZodString || schema === fields.jsonValue

/** Guarantee (OP6): text that PostgreSQL cannot store causes neither storage nor an internal error. */
describe('OP6: NUL and lone surrogates get a response that conforms to the contract in every text field', () => {
  test.each(fieldCases)('$name', async ({ endpoint, name, index, places }) => {
    const responses: string[] = []
    let input = await requestFor(name)
    const mark = `-kept-of-call-${index}-`
    for (const { path } of places.filter(({ schema }) => isText(schema))) {
      for (const character of unstorable) {
        if (path[0] !== 'body' && !character.isWellFormed()) continue
        const text = mark + character
        const standing = textAt(input, path)
        for (const value of [text, `${standing}${text}`, `${text}${standing}`]) {
          const { status } = await sendWith(endpoint, input, path, value)
          if (status < 400) input = await requestFor(name)
          if (status >= 500) responses.push(`${path.join('.')}: ${status}`)
        }
      }
    }
    expect([responses, await findColumnsContaining(mark)]).toEqual([[], []])
  })
})

/**
 * The text that a request has in a field; a URL if it is not a string, because that passes most validation.
 */
function textAt(input: RequestInput, path: FieldPath): string {
  const found = path.reduce<unknown>(
    (holder, key) => (holder as Record<string, unknown> | undefined)?.[key],
    input,
  )
  return typeof found === 'string' ? found : 'https://app.example.com/'
}
