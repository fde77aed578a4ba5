import { expect, test } from 'vitest'
import { z } from 'zod'
import { validate } from './validate.ts'

function findProblems(schema: z.ZodType, value: unknown): string[] {
  const problems: string[] = []
  validate('body', schema, value, problems)
  return problems
}

test('a message of a schema is reported in any wording, and a problem without one is described', () => {
  const host = z
    .string({ error: ({ input }) => (input === undefined ? 'Choose a host' : undefined) })
    .min(1, 'Choose a host')
    .max(5)
  const schema = z.object({ host, port: z.int().optional() })

  expect(findProblems(schema, {})).toEqual(['body.host: Choose a host'])
  expect(findProblems(schema, { host: '' })).toEqual(['body.host: Choose a host'])
  expect(findProblems(schema, { host: 7, port: '1' })).toEqual([
    'body.host: must be a string',
    'body.port: must be a number',
  ])
  expect(findProblems(schema, { host: 'engines' })).toEqual(['body.host: must be at most 5 characters long'])
})

test.each([
  [z.object({ id: z.uuid() }), { id: 'secret' }, 'body.id: is not valid'],
  [z.object({ id: z.union([z.int(), z.null()]) }), { id: 'secret' }, 'body.id: is not valid'],
  [z.object({ id: z.string().refine(() => false) }), { id: 'secret' }, 'body.id: is not valid'],
  [z.object({ id: z.string() }), {}, 'body.id: is required'],
  [z.object({ id: z.enum(['a']) }), {}, 'body.id: must be "a"'],
  [z.object({ at: z.date() }), { at: undefined }, 'body.at: is required'],
  [
    z.object({ ids: z.array(z.string()).max(1) }),
    { ids: ['a', 'b'] },
    'body.ids: must be at most 1 items long',
  ],
])('problem %# is described without its value', (schema, value, expected) => {
  expect(findProblems(schema, value)).toEqual([expected])
})
