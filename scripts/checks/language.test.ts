import { expect, test } from 'vitest'
import { compareWithExceptions, findViolations, readRules } from './language.ts'

const glossary = `# Glossary

## Refused names

| pattern | use |
|---|---|
| \`/^keep[A-Z]/\` | \`store\`, \`save\` |

## Refused phrases

| pattern | use |
|---|---|
| \`/\\bwhoever\\b/i\` | the noun |

## Terms
`
const rules = readRules(glossary)

test('a refused name is found in code, in strings and in a path', () => {
  const findings = findViolations('src/keep-image.ts', "const x = keepImage('keepAll')\n", rules)
  expect(findings.map(({ line, text }) => [line, text])).toEqual([
    [0, 'keepImage'],
    [1, 'keepImage'],
    [1, 'keepAll'],
  ])
})

test('a refused phrase is found in any line, whatever its case', () => {
  const findings = findViolations('a.md', 'One.\nWhoever calls.\n', rules)
  expect(findings.map(({ line }) => line)).toEqual([2])
})

test('a name that only contains the pattern elsewhere is accepted', () => {
  expect(findViolations('a.ts', 'const housekeeping = bookkeeper', rules)).toEqual([])
})

test('findings beyond the exception fail, and an exception that is too high fails too', () => {
  const findings = findViolations('a.ts', 'keepA()\nkeepB()\n', rules)
  expect(compareWithExceptions(findings, { 'a.ts': { '/^keep[A-Z]/': 2 } })).toEqual([])
  expect(compareWithExceptions(findings, { 'a.ts': { '/^keep[A-Z]/': 1 } })).toHaveLength(2)
  expect(compareWithExceptions(findings, { 'a.ts': { '/^keep[A-Z]/': 3 } })).toEqual([
    'a.ts: /^keep[A-Z]/ is allowed 3 times and found 2 times. Lower the exception.',
  ])
})

test('a glossary without rows is an error, so that the check cannot pass on nothing', () => {
  expect(() => readRules('# Glossary\n')).toThrow('Refused names')
})
