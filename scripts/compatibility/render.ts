import { unsupportedFeatures } from '../../apps/account-service/src/platform/unsupported-features/unsupported-features.ts'
import { clients, exceptions } from '../../sdk-tests/fixture/clients.ts'
import { nextVersions } from '../../sdk-tests/next/versions.ts'
import { checklist } from './checklist.ts'
import type { TestResult } from './results.ts'

/** Returns the document, from the results of all clients. */
export function renderDocument(results: readonly TestResult[], nextResults: readonly TestResult[]): string {
  return [
    '# Compatibility',
    'The public `@stackframe/*` packages 2.8.x work unmodified with the account service. `npm run compatibility` runs the tests of `sdk-tests` with each of these versions, and with our own kit (`@parley/kit-react`), and writes this page.',
    `\`npm test\` runs the whole checklist with ${listGate()}, and a few requests with every version of \`js\` and \`react\`. The nightly parts \`clients-js\` and \`clients-react\` run everything.`,
    '## Checklist',
    'Each cell has the number of tests of the point that pass with the client, on a server and on a page (`js`: on a server only). None fails. –: all tests of the point need a page. (1): see the first exception below.',
    renderChecklist(results),
    renderExceptions(),
    '## Next.js',
    'The same application with each version of `@stackframe/stack`: App Router, server components, server actions and middleware.',
    renderNext(nextResults),
    renderFeatures(),
  ]
    .join('\n\n')
    .concat('\n')
}

function listGate(): string {
  return clients
    .filter(({ gate }) => gate.length > 0)
    .map(({ name, gate }) => `\`${name}\` (${gate.join(' and ')})`)
    .join(', ')
}

/** The header of the table, which has a column for each client. */
export function renderHeader(): string {
  const names = clients.map(({ name }) => name)
  return `| | ${names.join(' | ')} |\n|${'---|'.repeat(names.length + 1)}`
}

function renderChecklist(results: readonly TestResult[]): string {
  const rows = Object.entries(checklist).map(([number, text]) => {
    const cells = clients.map(({ name }) => renderCell(results, name, `14.${number}:`))
    return `| ${number}. ${text} | ${cells.join(' | ')} |`
  })
  return [renderHeader(), ...rows].join('\n')
}

function renderCell(results: readonly TestResult[], client: string, point: string): string {
  const tests = results.filter(
    ({ target, name }) => target.startsWith(`${client} in `) && name.startsWith(point),
  )
  if (tests.length === 0) return '–'
  const failed = tests.filter(({ status }) => status === 'failed')
  if (failed.length > 0) return 'fails'
  const skipped = tests.filter(({ status }) => status === 'skipped')
  const numbers = exceptions.flatMap(({ clients: names, tests: beginnings }, index) =>
    names.includes(client) && skipped.some(({ name }) => beginnings.some((each) => name.startsWith(each)))
      ? [index + 1]
      : [],
  )
  const passed = tests.length - skipped.length
  return numbers.length > 0 ? `${passed} (${numbers.join(', ')})` : String(passed)
}

/** Lists what some clients cannot do although the service can. */
export function renderExceptions(): string {
  const items = exceptions.map(
    ({ clients: names, reason }, index) =>
      `${index + 1}. ${names.map((name) => `\`${name}\``).join(', ')}: ${reason}`,
  )
  return ['## Exceptions', items.join('\n')].join('\n\n')
}

function renderNext(results: readonly TestResult[]): string {
  const names = [...new Set(results.map(({ name }) => name))]
  const rows = names.map((name) => {
    const cells = nextVersions.map((version) => {
      const found = results.find(
        ({ target, name: other }) => target.startsWith(`${version} in `) && other === name,
      )
      return found?.status === 'passed' ? '✓' : 'fails'
    })
    return `| ${name} | ${cells.join(' | ')} |`
  })
  const header = `| | ${nextVersions.join(' | ')} |\n|${'---|'.repeat(nextVersions.length + 1)}`
  return [header, ...rows].join('\n')
}

/** Lists the features of the clients that the service does not have. */
export function renderFeatures(): string {
  const rows = unsupportedFeatures.map(
    ({ name, paths }) => `| ${name} | ${paths.map((path) => `\`${path}\``).join(', ')} |`,
  )
  return [
    '## Features that the service does not have',
    'A call of one of these paths returns `SCHEMA_ERROR` with a message that names the feature. `POST /analytics/events/batch`, which newer clients send without being asked, returns `{}`; the events are not stored. A bot challenge, risk scores and countries of sign-ups do not exist: their parameters are ignored, and their fields have the values of a sign-up without risk.',
    ['| feature | paths |', '|---|---|', ...rows].join('\n'),
  ].join('\n\n')
}
