import { globSync, readFileSync } from 'node:fs'
import { knownErrors } from '@parley/contract'
import { accountEndpoints, commonErrors } from '@parley/contract/account'

/**
 * Every row of security is promised in docs/security.md and kept by a test that is named by its id, or stands among the
 * written deviations there; every error that an endpoint of accounts declares is looked for by a test of the service.
 */
const paper = 'docs/security.md'

/** How many rows each family has. */
const rows = { PW: 6, EN: 6, CO: 7, MF: 6, PK: 5, LK: 6, AS: 10, SE: 5, TN: 5, BR: 2, MX: 4, OP: 8 }

/** Codes that clients know and the service never says: they make them themselves, or nothing that is here leads to them. */
const reserved = [
  'ALL_OVERLOADS_FAILED',
  'CLI_AUTH_ERROR',
  'CLI_AUTH_EXPIRED_ERROR',
  'CLI_AUTH_USED_ERROR',
  'CLIENT_OR_ADMIN_AUTHENTICATION_REQUIRED',
  'CLIENT_OR_SERVER_AUTHENTICATION_REQUIRED',
  'CLIENT_OR_SERVER_OR_ADMIN_AUTHENTICATION_REQUIRED',
  'EMAIL_TEMPLATE_ALREADY_EXISTS',
  'INVALID_PROJECT_FOR_ADMIN_ACCESS_TOKEN',
  'INVALID_SCOPE',
  'INVALID_SHARED_OAUTH_PROVIDER_ID',
  'INVALID_STANDARD_OAUTH_PROVIDER_ID',
  'PASSKEY_WEBAUTHN_ERROR',
  'PROJECT_NOT_FOUND',
  'PROJECT_PERMISSION_REQUIRED',
  'PROVIDER_REJECTED',
  'PUBLIC_API_KEY_CANNOT_BE_REVOKED',
  'UNSUPPORTED_ERROR',
]

const readAll = (patterns: string[]) =>
  globSync(patterns, { exclude: (path) => /node_modules|dist/.test(path) }).map((path) => ({
    path,
    text: readFileSync(path, 'utf8'),
  }))

/** Ids at the beginning of a test's name, or in the docstring that says what the test keeps: `CO2, CO3: …`. */
function idsNamedIn(text: string): string[] {
  const ids = String.raw`((?:[A-Z]{2}\d+(?:, | and )?)+)`
  const named = new RegExp(String.raw`['"\`]${ids}:|Guarantee \(${ids}\)`, 'g')
  return [...text.matchAll(named)].flatMap(([, name = '', docstring = '']) => splitIds(name + docstring))
}

function splitIds(text: string): string[] {
  return text.match(/[A-Z]{2}\d+/g) ?? []
}

function problemsOfRows(): string[] {
  const [table = '', deviations = ''] = readFileSync(paper, 'utf8').split('## Written deviations')
  const promised = [...table.matchAll(/^\| ([A-Z]{2}\d+(?:, [A-Z]{2}\d+)*) \|.*\|(.*)\|$/gm)].flatMap(
    ([, ids = '', keepers = '']) => splitIds(ids).map((id) => ({ id, keepers })),
  )
  const tests = readAll(['{apps,packages,e2e,sdk-tests,scripts}/**/*.test.{ts,tsx}'])
  const all = Object.entries(rows).flatMap(([family, count]) =>
    Array.from({ length: count }, (_, index) => `${family}${index + 1}`),
  )
  const excused = splitIds(deviations)
  return [
    ...all
      .filter((id) => !excused.includes(id) && !promised.some((row) => row.id === id))
      .map((id) => `${paper}: ${id} has neither a row nor a written deviation`),
    ...promised
      .filter(({ id }) => !all.includes(id))
      .map(({ id }) => `${paper}: there is no row ${id} to keep`),
    ...promised.flatMap(({ id, keepers }) => {
      const paths = [...keepers.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path)
      const keeping = tests.filter(({ path, text }) => paths.includes(path) && idsNamedIn(text).includes(id))
      return keeping.length > 0 ? [] : [`${paper}: no test in the files of ${id} is named by it`]
    }),
  ]
}

function problemsOfErrors(): string[] {
  const declared = new Set<string>([...commonErrors, ...accountEndpoints.flatMap(({ errors }) => errors)])
  const tests = readAll([
    '{apps/account-service,apps/parley,e2e,sdk-tests}/**/*.test.ts',
    'apps/account-service/src/whole-api/testing/rows/*.ts',
  ])
  const isLookedFor = (code: string) => tests.some(({ text }) => new RegExp(`\\b${code}\\b`).test(text))
  return Object.keys(knownErrors).flatMap((code) => {
    const isReserved = reserved.includes(code)
    if (isReserved && declared.has(code)) return [`${code} is reserved, but an endpoint declares it`]
    if (!isReserved && !declared.has(code)) return [`${code} is declared by no endpoint and not reserved`]
    return isReserved || isLookedFor(code) ? [] : [`${code} is looked for by no test`]
  })
}

const problems = [...problemsOfRows(), ...problemsOfErrors()]
for (const line of problems) console.error(line)
console.log(
  `${Object.values(rows).reduce((sum, count) => sum + count)} rows of security, ${Object.keys(knownErrors).length} errors, ${problems.length} problems`,
)
if (problems.length > 0) process.exitCode = 1
