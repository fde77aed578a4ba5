import { parseSync } from '@swc/core'

interface Node {
  readonly type: string
  readonly [key: string]: unknown
}

const queryMethods = new Set(['selectFrom', 'insertInto', 'updateTable', 'deleteFrom'])
const types = new Set(['TsInterfaceDeclaration', 'TsTypeAliasDeclaration'])
const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

/** Returns where a module lets rows of a table out, as sentences. */
export function findLeavingRows(text: string): string[] {
  const { body }: { readonly body: readonly unknown[] } = parseSync(text, {
    syntax: 'typescript',
    target: 'esnext',
  })
  const statements = body.filter(isNode)
  const exported = listExported(statements)
  const rowTypes = statements.filter(
    (node) =>
      node.type === 'TsTypeAliasDeclaration' && /Row$/.test(getName(node)) && !exported.includes(node),
  )
  const problems: string[] = []

  const countUses = (of: unknown) => referencesIn(of).filter((name) => name === 'Selectable').length
  if (countUses(body) > countUses(rowTypes))
    problems.push('Selectable<…> is used outside a private type whose name ends in Row')

  const rowNames = new Set(rowTypes.map(getName))
  const isQueryFile = methodsCalledIn(body).some((name) => queryMethods.has(name))
  for (const { name, signature, result, body: code } of exported.flatMap(toInterface)) {
    if (referencesIn(result).some((type) => rowNames.has(type)))
      problems.push(`${name} is a row: return a type in camelCase`)
    for (const key of isQueryFile ? keysIn(signature) : [])
      if (key.includes('_')) problems.push(`${name} has the key ${key}: name it in camelCase`)
    if (!result && methodsCalledIn(code).some((method) => method.startsWith('execute')))
      problems.push(`${name} runs a query, but does not declare what it returns`)
  }
  return problems
}

/** Returns the exported declarations of a module: `export function f`, and those named in `export { f }`. */
function listExported(statements: readonly Node[]): Node[] {
  const listed = statements
    .filter(({ type, source }) => type === 'ExportNamedDeclaration' && !source)
    .flatMap(({ specifiers }) => nodesIn(specifiers))
    .map(({ value }) => value)
  return statements.flatMap((statement) => {
    if (statement.type === 'ExportDeclaration')
      return isNode(statement.declaration) ? [statement.declaration] : []
    return listed.includes(getName(statement)) ? [statement] : []
  })
}

/** The exported part of a type or a function. */
interface Interface {
  readonly name: string
  readonly signature: unknown
  /** Undefined for a function that does not declare it. */
  readonly result: unknown
  readonly body: unknown
}

function toInterface(declaration: Node): Interface[] {
  const name = getName(declaration)
  if (types.has(declaration.type)) return [{ name, signature: declaration, result: declaration, body: null }]
  const [first] = Array.isArray(declaration.declarations) ? declaration.declarations : []
  const code: unknown = declaration.type === 'VariableDeclaration' && isNode(first) ? first.init : declaration
  if (!isNode(code) || !functions.has(code.type)) return []
  const { params, returnType, body } = code
  return [{ name, signature: [params, returnType], result: returnType ?? undefined, body }]
}

/** Returns all nodes in a part of the tree, outermost first. */
function nodesIn(value: unknown): Node[] {
  if (typeof value !== 'object' || value === null) return []
  const children = Object.values(value).flatMap(nodesIn)
  return isNode(value) ? [value, ...children] : children
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/** Returns the names of the types that are referred to. */
function referencesIn(value: unknown): string[] {
  return nodesIn(value)
    .filter(({ type }) => type === 'TsTypeReference')
    .flatMap(({ typeName }) => nodesIn(typeName))
    .flatMap((node) => (typeof node.value === 'string' ? [node.value] : []))
}

function keysIn(value: unknown): string[] {
  return nodesIn(value)
    .filter(({ type }) => type === 'TsPropertySignature')
    .flatMap(({ key }) => (isNode(key) && typeof key.value === 'string' ? [key.value] : []))
}

function methodsCalledIn(value: unknown): string[] {
  return nodesIn(value)
    .filter(({ type }) => type === 'CallExpression')
    .flatMap(({ callee }) => (isNode(callee) && isNode(callee.property) ? [callee.property.value] : []))
    .filter((name) => typeof name === 'string')
}

function getName(node: Node): string {
  const [first] = Array.isArray(node.declarations) ? node.declarations : []
  const named: unknown = node.identifier ?? node.id ?? (isNode(first) ? first.id : null)
  return isNode(named) && typeof named.value === 'string' ? named.value : ''
}
