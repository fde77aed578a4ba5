import { z } from 'zod'

/** Values that often break programs: wrong types, sizes and characters. */
export const invalidValues: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1e308,
  2 ** 53,
  0.1,
  '',
  ' ',
  '\0',
  'a\0b',
  '\u{1F4A9}',
  '\uD800',
  '../../etc/passwd',
  "'; drop table calls; --",
  '%00',
  'x'.repeat(30_000),
  '+15550142',
  '+1 555 0100',
  '911',
  '00000000-0000-4000-8000-000000000000',
  [],
  [[]],
  {},
  { __proto__: { admin: true }, constructor: 1 },
  Array.from({ length: 500 }, () => 'x'),
]

interface JsonSchema {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly format?: string
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly items?: JsonSchema
}

interface ValueSource {
  readonly random: () => number
  /** Share of parts that do not match the schema, from 0 to 1. */
  readonly invalidShare: number
  /** Share of optional properties that are present. */
  readonly optionalShare: number
  /** Values by the name of a property, used in most of the properties of this name. */
  readonly known: Readonly<Record<string, readonly unknown[]>>
}

/** Returns a random value that matches `schema` in most places and contains some invalid values. */
export function randomValue(
  schema: z.ZodType,
  random: () => number,
  { invalidShare = 0.12, optionalShare = 0.9, known = {} }: Partial<Omit<ValueSource, 'random'>> = {},
): unknown {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  return generate(json, { random, invalidShare, optionalShare, known })
}

function generate(schema: JsonSchema, source: ValueSource): unknown {
  const { random, invalidShare, optionalShare, known } = source
  if (random() < invalidShare) return pick(invalidValues, random)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return pick(schema.enum, random)
  if (schema.anyOf) return generate(pick(schema.anyOf, random), source)
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(
            ([key]) => random() < (schema.required?.includes(key) && invalidShare === 0 ? 1 : optionalShare),
          )
          .map(([key, property]) => {
            const values = known[key]
            return [
              key,
              values && (invalidShare === 0 || random() < 0.9)
                ? pick(values, random)
                : generate(property, source),
            ]
          }),
      )
    case 'array':
      return Array.from({ length: Math.floor(random() * 4) }, () => generate(schema.items ?? {}, source))
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 0, Math.min(schema.maximum ?? 1000, Math.floor(random() * 1000)))
    case 'boolean':
      return random() < 0.5
    case 'string':
      return randomText(schema, random)
    default:
      return pick(invalidValues, random)
  }
}

function randomText(schema: JsonSchema, random: () => number): string {
  if (schema.format === 'uuid') return crypto.randomUUID()
  if (schema.format === 'email') return 'hedy@example.com'
  if (schema.pattern?.startsWith('^\\+')) return '+15550142'
  if (schema.pattern?.startsWith('^[A-Z]{2}')) return pick(['US', 'DE', 'ZZ'], random)
  return pick(['Hedy', '+1 555 0142', '127.0.0.1', '12#', 'localhost', 'Ünïcödé'], random)
}

function pick<T>(from: readonly T[], random: () => number): T {
  // Null is an entry, too.
  return from[Math.floor(random() * from.length)] as T
}
