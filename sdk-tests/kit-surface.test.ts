import { expect, test } from 'vitest'
import { comparePackages } from './surface/load-packages.ts'
import { refusals } from './surface/refused-names.ts'

const refused = refusals.flatMap(({ names }) => names)

/** Whether a refusal names the path, or a member in it. */
function isRefused(path: string): boolean {
  const members = path.split('.').map((member) => member.replace(/\(\d*\)/g, ''))
  return refused.some((name) => members.includes(name) || `.${path}.`.includes(`.${name}.`))
}

test.each([
  ['@stackframe/react', '@parley/kit-react'],
  ['@stackframe/react-2.8.108', '@parley/kit-react'],
  ['@stackframe/js-2.8.108', '@parley/kit'],
])('every name of %s is in %s, or refused in writing', (theirs, ours) => {
  const { missingExports, differences } = comparePackages(theirs, ours)
  const unexplained = differences.filter(({ path }) => !isRefused(path))

  expect(missingExports.filter((name) => !isRefused(name))).toEqual([])
  expect(unexplained).toEqual([])
})
