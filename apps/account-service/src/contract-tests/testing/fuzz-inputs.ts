import fc from 'fast-check'
import type { Fixture } from './fixture.ts'

const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

/** Values of other users and projects, by name, so that a failing case can be read and replayed. */
const foreignValues: Readonly<Record<string, (fixture: Fixture) => unknown>> = {
  'a user of another project': ({ otherPerson }) => otherPerson.userId,
  'another user': ({ hedy }) => hedy.userId,
  'the e-mail of another user': ({ hedy }) => hedy.email,
  'the refresh token of another user': ({ hedy }) => hedy.refreshToken,
  'the access token of another user': ({ hedy }) => hedy.accessToken,
  'another project': ({ other }) => other.projectId,
  'the secret key of another project': ({ other }) => other.keys.server,
}

/** Huge values that are printed by name. */
const huge: Readonly<Record<string, unknown>> = {
  '100,000 letters': 'x'.repeat(100_000),
  '70,000 wide letters': '\u{1f9ff}'.repeat(17_500),
  '300 levels of lists': JSON.parse(deep(300)),
  '3,000 levels of lists': JSON.parse(deep(3_000)),
  '5,000 keys': Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`key${index}`, index])),
  '5,000 items': Array.from({ length: 5_000 }, () => 'item'),
}

const oddValues: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  0.5,
  -0,
  1e308,
  2 ** 53,
  -(2 ** 63),
  '',
  ' ',
  'me',
  'null',
  'undefined',
  'internal',
  [],
  {},
  [null],
  { $gt: '' },
  { toString: 'x', valueOf: 1, length: -1 },
  { note: 'a\u0000b' },
  { notes: [{ text: 'half of a pair: \ud800' }] },
  { 'a\u0000b': true, '\udfff': 1 },
  JSON.parse('{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}'),
  '00000000-0000-0000-0000-000000000000',
  '11111111-1111-4111-8111-111111111111',
  '11111111-1111-4111-8111-11111111111',
]

const texts: readonly string[] = [
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udfff@example.com',
  '\u202egnp.exe',
  '\ufeff',
  'ﬀ@example.com',
  'ada@例え.jp',
  'ada@example.com\r\nBcc: hedy@example.com',
  "' or '1'='1",
  '$update_team',
  '{{constructor.constructor("return process")()}}',
  '../../etc/passwd',
  '%00%2e%2e%2f',
  'https://app.example.com@evil.example.net/',
  'https://app.example.com\\.evil.example.net/',
  'https://app.example.com.evil.example.net/',
  'https://user:secret@app.example.com:99999/',
  'https://[::ffff:127.0.0.1]/%ZZ?code=1#x',
  'https://xn--80ak6aa92e.com/',
  'http://127.1/',
  'http://169.254.169.254/latest/meta-data',
  'javascript:alert(1)',
  'data:image/png;base64,iVBORw0KGgo=',
  'data:image/png;base64,////',
  'data:image/svg+xml;base64,PHN2Zy8+',
  'eyJhbGciOiJub25lIn0.e30.',
  'eyJhbGciOiJFUzI1NiIsImtpZCI6Ii4uLy4uIn0.eyJzdWIiOiJ4In0.AAAA',
  '$2b$31$aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  '$2b$04$aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  '$2y$16$/////////////////////////////////////////////////////.',
  '$argon2id$v=19$m=4294967295,t=4294967295,p=255$AAAAAAAAAAA$AAAAAAAAAAA',
  'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVkA//8',
  'n5+fn5+fn5+fn5+fn5+fn5+fn5+f',
  '{"type":"webauthn.get","challenge":"","origin":"https://app.example.com"}',
]

/** A hostile value with its description. */
export interface FuzzInput {
  readonly what: string
  readonly value?: unknown
}

export const fuzzInputs: fc.Arbitrary<FuzzInput> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...oddValues).map(asItself) },
  { weight: 6, arbitrary: fc.constantFrom(...texts).map(asItself) },
  { weight: 1, arbitrary: fc.constantFrom(...Object.keys(huge)).map((what) => ({ what })) },
  { weight: 2, arbitrary: fc.constantFrom(...Object.keys(foreignValues)).map((what) => ({ what })) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }).map(asItself) },
  { weight: 2, arbitrary: fc.webUrl({ withFragments: true, withQueryParameters: true }).map(asItself) },
  { weight: 1, arbitrary: fc.emailAddress().map(asItself) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }).map(asItself) },
)

function asItself(value: unknown): FuzzInput {
  return { what: 'itself', value }
}

/** Returns the value that the description identifies. */
export function resolveFuzzInput({ what, value }: FuzzInput, fixture: Fixture): unknown {
  if (what in huge) return huge[what]
  return foreignValues[what]?.(fixture) ?? value
}
