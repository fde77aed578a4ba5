import type { z } from 'zod'
import { invalidValues } from '../../../../apps/phone-service/src/testing/random-requests.ts'

type Path = readonly (string | number)[]

/** Texts that later processing may fail on, although most fields of text accept them. */
const texts: readonly unknown[] = [
  ...Array.from({ length: 0x7f - 0x21 }, (_, index) => `a${String.fromCharCode(0x21 + index)}b`),
  '1000@pbx.example.com',
  'a@b;c>',
  'sip:ada@example.com',
  '[::1]',
  '%',
  '%zz',
  '{{name}}',
  '<script>',
  '\u202egnp.exe',
  '\ufeff',
  'İ',
  'ﬀ',
  '\u{1f9ff}'.repeat(40),
  'x'.repeat(200),
  'x'.repeat(60_000),
  "' or '1'='1",
  '$1',
  'constructor',
  '__proto__',
  'https://app.example.com/%ZZ?x#y',
  'http://[::1]:1/',
  '9999-12-31T23:59:59.999Z',
  '-1',
  9_007_199_254_740_991,
  2_147_483_648,
  1,
  null,
]

const candidates: readonly unknown[] = [...texts, ...invalidValues]

/**
 * Returns copies of a valid value, each with another value in one field, that the schema accepts as well.
 *
 * @param perField The number of copies for each field; the first ones differ by `random`.
 */
export function listVariants(
  schema: z.ZodType,
  valid: unknown,
  { random, perField }: { readonly random: () => number; readonly perField: number },
): unknown[] {
  return listPaths(valid).flatMap((path) => {
    const offset = Math.floor(random() * candidates.length)
    const accepted: unknown[] = []
    for (let index = 0; index < candidates.length && accepted.length < perField; index++) {
      const variant = replaceAt(valid, path, candidates[(offset + index) % candidates.length])
      if (schema.safeParse(variant).success) accepted.push(variant)
    }
    return accepted
  })
}

/** Returns the paths of all fields and their parts. */
function listPaths(value: unknown, path: Path = []): Path[] {
  if (Array.isArray(value)) return value.flatMap((part, index) => listPaths(part, [...path, index]))
  if (typeof value !== 'object' || value === null) return path.length > 0 ? [path] : []
  const own: Path[] = path.length > 0 ? [path] : []
  return [...own, ...Object.entries(value).flatMap(([key, part]) => listPaths(part, [...path, key]))]
}

function replaceAt(value: unknown, [first, ...rest]: Path, replacement: unknown): unknown {
  if (first === undefined) return replacement
  if (Array.isArray(value))
    return value.map((part, index) => (index === first ? replaceAt(part, rest, replacement) : part))
  const fields = { ...(value as Record<string, unknown>) }
  return { ...fields, [first]: replaceAt(fields[first], rest, replacement) }
}
