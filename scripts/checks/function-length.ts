import { parseSync } from '@swc/core'

export interface LongFunction {
  readonly name: string
  /** 1-based line of its first character. */
  readonly line: number
  /** Lines from its first to its last, both included. */
  readonly length: number
}

interface Node {
  readonly type: string
  readonly span: { readonly start: number; readonly end: number }
  readonly [key: string]: unknown
}

const functions = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ClassMethod',
  'PrivateMethod',
  'MethodProperty',
  'Constructor',
])

/** Returns the functions of a module that have more lines than `max`, outermost first. */
export function findLongFunctions(text: string, isJsx: boolean, max: number): LongFunction[] {
  // Spans are 1-based positions in bytes.
  const bytes = Buffer.from(text)
  const module = parseSync(text, { syntax: 'typescript', tsx: isJsx, target: 'esnext' })
  const lineAt = (position: number) =>
    bytes
      .subarray(0, position - 1)
      .toString()
      .split('\n').length
  const found: LongFunction[] = []
  visit(module, 'anonymous function')
  return found

  function visit(value: unknown, nameHint: string): void {
    if (Array.isArray(value)) {
      for (const item of value) visit(item, nameHint)
      return
    }
    if (!isNode(value)) {
      if (typeof value === 'object' && value !== null)
        for (const child of Object.values(value)) visit(child, nameHint)
      return
    }
    const name = getName(value) ?? nameHint
    if (functions.has(value.type)) {
      const line = lineAt(value.span.start)
      const length = lineAt(value.span.end) - line + 1
      if (length > max) found.push({ name, line, length })
    }
    for (const [key, child] of Object.entries(value)) if (key !== 'span') visit(child, name)
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'span' in value
}

function getName(node: Node): string | undefined {
  for (const key of ['identifier', 'id', 'key']) {
    const named = node[key]
    if (typeof named === 'object' && named !== null && 'value' in named && typeof named.value === 'string')
      return named.value
  }
  return undefined
}
