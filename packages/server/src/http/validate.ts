import { z } from 'zod'

/** Validation problems of a request, one line each. */
export type Problems = string[]

type RequestPart = 'path' | 'query' | 'body'

/** More would not help the reader, and a body may have thousands. */
const maxListedProblems = 100

const strictSchemas = new WeakMap<z.ZodType, z.ZodType>()

/** Returns the schema in strict mode, which rejects unknown keys. */
function toStrictSchema(schema: z.ZodType): z.ZodType {
  const known = strictSchemas.get(schema)
  if (known) return known

  const strict = schema instanceof z.ZodObject && !schema.def.catchall ? schema.strict() : schema
  strictSchemas.set(schema, strict)
  return strict
}

/**
 * Parses one part of a request. Adds to `problems` messages that never contain a value, because a value may
 * be a secret.
 */
export function validate(
  where: RequestPart,
  schema: z.ZodType | undefined,
  value: unknown,
  problems: Problems,
): unknown {
  if (!schema) return undefined

  const parsed = toStrictSchema(schema).safeParse(value, { error: describeIssue })
  if (parsed.success) return parsed.data
  if (where === 'body' && isMislabelledJson(value)) {
    problems.push('body: is JSON with another content type. Send it with content-type: application/json')
    return undefined
  }
  problems.push(
    ...parsed.error.issues
      .slice(0, maxListedProblems)
      .map(({ path, message }) => `${formatPath(where, path)}: ${message}`),
  )
  return undefined
}

/** Whether the value is JSON that was sent with the content type of text or of a form. */
function isMislabelledJson(value: unknown): boolean {
  const text = typeof value === 'string' ? value : getFirstKey(value)
  return text !== undefined && /^\s*[{[]/.test(text)
}

/** Does not list the keys, of which there may be many. */
function getFirstKey(value: unknown): string | undefined {
  for (const key in Object(value)) return key
  return undefined
}

/** Returns the message of a SCHEMA_ERROR. */
export function describeProblems(method: string, path: string, problems: Problems): string {
  return [`The request ${method} ${path} is malformed:`, ...problems.map((line) => `  - ${line}`)].join('\n')
}

function formatPath(where: RequestPart, path: PropertyKey[]): string {
  return [where, ...path.map((key) => truncate(String(key)))].join('.')
}

/** Describes an issue whose schema has no message for it. */
function describeIssue(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'is required'
        : `must be ${article(issue.expected)} ${issue.expected}`
    case 'unrecognized_keys':
      return `has unknown keys: ${issue.keys.slice(0, 20).map(truncate).join(', ')}`
    case 'invalid_value':
      return `must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`
    case 'too_big':
      return `must be at most ${issue.maximum}${getUnit(issue.origin)}`
    case 'too_small':
      return `must be at least ${issue.minimum}${getUnit(issue.origin)}`
    default:
      return 'is not valid'
  }
}

function getUnit(origin: string): string {
  if (origin === 'string') return ' characters long'
  return origin === 'array' ? ' items long' : ''
}

function article(noun: string): string {
  return /^[aeiou]/.test(noun) ? 'an' : 'a'
}

function truncate(key: string): string {
  return key.length > 60 ? `${key.slice(0, 60)}…` : key
}
