import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from '@swc/core'
import type { Mutation } from './mutation.ts'

/** Functions of Vitest whose first argument is a title. */
const titledFunctions = ['describe', 'test', 'it']

/** Placeholders of `test.each`. */
const placeholders = /%[sdifjoOpc#$]|\$[\w.#]+/g

/** Returns a sentence when the name of a mutation matches no title in its test files; else null. */
export function findNameMisfit({ removes, name, tests }: Mutation): string | null {
  if (name === undefined) return null
  const titles = tests.flatMap(listTestFiles).flatMap((path) => listTitles(readFileSync(path, 'utf8')))
  return titles.some((title) => matchesTitle(name, title))
    ? null
    : `${removes}: no test of ${tests.join(', ')} is named: ${name}`
}

/**
 * Returns the titles of the tests of a file, each after the titles of its groups. A title of `test.each` is
 * returned with each text of its table, or with a NUL if the table has none.
 */
export function listTitles(source: string): string[] {
  const titles: string[] = []
  collectTitles(parseSync(source, { syntax: 'typescript', tsx: true }), '', titles)
  return titles
}

/** Returns whether Vitest's name filter can select a test with this title. */
export function matchesTitle(name: string, title: string): boolean {
  if (new RegExp(name).test(title)) return true
  const parts = title.split('\0').slice(0, -1)
  // The name may end within a value.
  return parts.some((part) =>
    Array.from(name, (_, end) => name.slice(0, end)).some(
      (start) => start.length > 3 && part.endsWith(start),
    ),
  )
}

function collectTitles(node: unknown, group: string, titles: string[]): void {
  if (Array.isArray(node)) for (const child of node) collectTitles(child, group, titles)
  if (Array.isArray(node) || !isNode(node)) return
  const title = node.type === 'CallExpression' ? readTitle(node) : null
  const path = title === null ? group : `${group} ${title}`.trim()
  if (title !== null) {
    const texts = listTexts(node.callee)
    titles.push(...(texts.length === 0 ? [path] : texts.map((text) => path.replace('\0', () => text))))
  }
  for (const child of Object.values(node)) collectTitles(child, path, titles)
}

/** Returns the texts in the table of `test.each`. */
function listTexts(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(listTexts)
  if (!isNode(node)) return []
  if (node.type === 'StringLiteral') return [String(node.value)]
  return Object.values(node).flatMap(listTexts)
}

type Node = Readonly<Record<string, unknown>>

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null
}

/**
 * Returns the title of a call such as `test('…')`, `test.each(…)('…')` or `describe.skipIf(…)('…')`; else
 * null.
 */
function readTitle({ callee, arguments: given }: Node): string | null {
  if (!titledFunctions.includes(findRootName(callee))) return null
  const [first] = Array.isArray(given) ? given : []
  const expression: unknown = isNode(first) ? first.expression : null
  if (!isNode(expression)) return null
  if (expression.type === 'StringLiteral') return String(expression.value).replace(placeholders, '\0')
  if (expression.type !== 'TemplateLiteral' || !Array.isArray(expression.quasis)) return null
  return expression.quasis
    .map((part: unknown) => (isNode(part) ? String(part.cooked) : ''))
    .join('\0')
    .replace(placeholders, '\0')
}

function findRootName(callee: unknown): string {
  if (!isNode(callee)) return ''
  if (callee.type === 'Identifier') return String(callee.value)
  return findRootName(callee.object ?? callee.callee ?? callee.tag)
}

function listTestFiles(path: string): string[] {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => join(path, file))
}
