import { z } from 'zod'
import { type ConfigTree, configTree } from './config-tree.ts'

/** An override with keys that may be dotted. Null removes a key. */
export type ConfigOverride = Readonly<Record<string, unknown>>

type Node = Record<string, unknown>

/** Deeper than the configuration: a longer key is unknown as a whole. */
const maxDepth = 10

/**
 * Applies an override to a configuration. A dotted key replaces the value at its path, an object for a
 * section changes the keys that it names, and a removed key gets its default.
 *
 * @returns the changed configuration, or the problems by path, such as unknown keys.
 */
export function applyOverride(
  tree: ConfigTree,
  override: ConfigOverride,
): { readonly tree: ConfigTree } | { readonly problems: string[] } {
  const refused = findPrototypeKeys(override)
  if (refused.length > 0)
    return { problems: refused.map((key) => `${toKey([key])}: is not allowed as a key`) }
  const changed = structuredClone<Node>(tree)
  for (const [key, value] of Object.entries(override)) setAt(changed, configTree, key.split('.'), value)
  const parsed = configTree.safeParse(changed)
  return parsed.success ? { tree: parsed.data } : { problems: parsed.error.issues.flatMap(describeIssue) }
}

function setAt(node: Node, schema: z.ZodType | undefined, path: readonly string[], value: unknown): void {
  const [name = '', ...rest] = path.length > maxDepth ? [path.join('.')] : path
  const child =
    schema instanceof z.ZodObject && Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined
  const current = Object.hasOwn(node, name) ? node[name] : undefined
  if (rest.length > 0) {
    const copy: Node = isNode(current) ? current : {}
    setAt(copy, child, rest, value)
    define(node, name, copy)
  } else if (child instanceof z.ZodObject && isNode(current) && isNode(value)) {
    for (const [key, part] of Object.entries(value)) setAt(current, child, key.split('.'), part)
  } else if (child instanceof z.ZodObject && isNode(current) && value === null) {
    for (const key of Object.keys(current)) setAt(current, child, [key], null)
  } else if (value === null) delete node[name]
  else define(node, name, value)
}

/**
 * Returns the keys that contain `__proto__`, which records of the schema leave out without an error. What is
 * nested deeper than the configuration is unknown to the schema, which reports it.
 */
function findPrototypeKeys(node: Node, depth = 1): string[] {
  return Object.entries(node).flatMap(([key, value]) => {
    if (key.split('.').includes('__proto__')) return [key]
    if (!isNode(value) || depth > maxDepth) return []
    return findPrototypeKeys(value, depth + 1).map((inner) => `${key}.${inner}`)
  })
}

function define(node: Node, name: string, value: unknown): void {
  Object.defineProperty(node, name, { value, configurable: true, enumerable: true, writable: true })
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function describeIssue(issue: z.core.$ZodIssue): string[] {
  if (issue.code !== 'unrecognized_keys') return [`${toKey(issue.path)}: ${issue.message}`]
  return issue.keys.map((key) => `${toKey([...issue.path, key])}: is not a setting of this server`)
}

function toKey(path: readonly PropertyKey[]): string {
  return path.map(String).join('.').slice(0, 200)
}
