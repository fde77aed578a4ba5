import { globSync, readFileSync } from 'node:fs'
import { knownErrors } from '@parley/contract'
import { accountEndpoints, commonErrors } from '@parley/contract/account'

/**
 * Checks that every security requirement is in docs/security.md with a test that names its id, or is one of
 * the deviations there, and that a test expects every error that an endpoint of the account service declares.
 */
const document = 'docs/security.md'

/** Number of requirements in each family. */
const rows = { PW: 6, EN: 6, CO: 7, MF: 6, PK: 5, LK: 6, AS: 10, SE: 5, TN: 5, BR: 2, MX: 4, OP: 8, FO: 2 }

/** Families of findings. They may have a row, in which each needs a test, but none is required. */
const findings = /^(AV|CM|CR|FO|NR|SR|TP|UA|VR|WR|XR|YR|ZR)\d+$/

/** Families of reviews. Several guarantees may answer one finding; any other id is one guarantee. */
const reviews = /^(CR|NR|SR|UA|VR|WR|XR|YR|ZR)\d+$/

const idPattern = String.raw`[A-Z]{2}\d+`

/**
 * Codes that clients know and the service never returns: clients create them, or they belong to features that
 * Parley does not have.
 */
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

/** Returns the ids at the start of a test's name, or in the docstring with its guarantee: `CO2, CO3: …`. */
function findIds(text: string): string[] {
  const ids = `((?:${idPattern}(?:, | and )?)+)`
  const named = new RegExp(String.raw`['"\`]${ids}:|Guarantee \(${ids}\)`, 'g')
  return [...text.matchAll(named)].flatMap(([, name = '', docstring = '']) => splitIds(name + docstring))
}

function splitIds(text: string): string[] {
  return text.match(new RegExp(idPattern, 'g')) ?? []
}

function findRequirementProblems(): string[] {
  const [table = '', deviations = ''] = readFileSync(document, 'utf8').split('## Written deviations')
  const row = new RegExp(String.raw`^\| (${idPattern}(?:, ${idPattern})*) \|.*\|(.*)\|$`, 'gm')
  const idsOfRows = [...table.matchAll(row)].map(([, ids = '', testPaths = '']) => ({
    ids: splitIds(ids),
    testPaths,
  }))
  const documented = idsOfRows.flatMap(({ ids, testPaths }) => ids.map((id) => ({ id, testPaths })))
  const single = idsOfRows.flatMap(({ ids: [id = '', ...others] }) => (others.length === 0 ? [id] : []))
  const tests = readAll(['{apps,packages,e2e,sdk-tests,scripts}/**/*.test.{ts,tsx}'])
  const all = Object.entries(rows).flatMap(([family, count]) =>
    Array.from({ length: count }, (_, index) => `${family}${index + 1}`),
  )
  const deviating = splitIds(deviations)
  return [
    ...new Set(
      single
        .filter((id, index) => !reviews.test(id) && single.indexOf(id) !== index)
        .map((id) => `${document}: ${id} stands in two rows`),
    ),
    ...all
      .filter((id) => !deviating.includes(id) && !documented.some((row) => row.id === id))
      .map((id) => `${document}: ${id} has neither a row nor a written deviation`),
    ...documented
      .filter(({ id }) => !all.includes(id) && !findings.test(id))
      .map(({ id }) => `${document}: ${id} is not a requirement`),
    ...documented.flatMap(({ id, testPaths }) => {
      const paths = [...testPaths.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path)
      const naming = tests.filter(({ path, text }) => paths.includes(path) && findIds(text).includes(id))
      return naming.length > 0 ? [] : [`${document}: no test in the files of ${id} names it`]
    }),
  ]
}

function findErrorProblems(): string[] {
  const declared = new Set<string>([...commonErrors, ...accountEndpoints.flatMap(({ errors }) => errors)])
  const tests = readAll([
    '{apps/account-service,apps/parley,e2e,sdk-tests}/**/*.test.ts',
    'apps/account-service/src/contract-tests/testing/role-matrix/*.ts',
  ])
  const isExpected = (code: string) => tests.some(({ text }) => new RegExp(`\\b${code}\\b`).test(text))
  return Object.keys(knownErrors).flatMap((code) => {
    const isReserved = reserved.includes(code)
    if (isReserved && declared.has(code)) return [`${code} is reserved, but an endpoint declares it`]
    if (!isReserved && !declared.has(code)) return [`${code} is declared by no endpoint and not reserved`]
    return isReserved || isExpected(code) ? [] : [`${code} is expected by no test`]
  })
}

const problems = [...findRequirementProblems(), ...findErrorProblems()]
for (const line of problems) console.error(line)
console.log(
  `${Object.values(rows).reduce((sum, count) => sum + count)} security requirements, ${Object.keys(knownErrors).length} errors, ${problems.length} problems`,
)
if (problems.length > 0) process.exitCode = 1
