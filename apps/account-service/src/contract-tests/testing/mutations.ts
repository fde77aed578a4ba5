import type { AnyEndpoint } from '@parley/contract'
import { required } from '@parley/primitives'
import fc from 'fast-check'
import { type FieldPath, listRequestFields, type RequestField } from './fields.ts'
import type { Fixture } from './fixture.ts'
import { type FuzzInput, fuzzInputs, resolveFuzzInput } from './fuzz-inputs.ts'
import type { RequestInput } from './roles.ts'

/** One defect of a request. */
export type Mutation =
  | { readonly kind: 'leave-out'; readonly path: FieldPath }
  | { readonly kind: 'put' | 'wrap'; readonly path: FieldPath; readonly value: FuzzInput }
  | { readonly kind: 'edge'; readonly path: FieldPath; readonly index: number; readonly edge: unknown }
  | {
      readonly kind: 'damage'
      readonly path: FieldPath
      readonly how: Damage
      readonly at: number
      readonly byte: number
    }
  | { readonly kind: 'add-key'; readonly path: FieldPath; readonly key: string; readonly value: FuzzInput }

type Damage = (typeof damages)[number]
const damages = ['flip', 'flip-byte', 'cut', 'double', 'insert', 'upper'] as const

const oddKeys = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'id',
  'project_id',
  'is_verified',
  'server_metadata',
  'client_read_only_metadata',
  'primary_email_verified',
  'password_hash',
  'permissions',
  'role',
  '$where',
  '\u0000',
]

const headers = [
  'x-stack-access-token',
  'x-stack-admin-access-token',
  'x-stack-publishable-client-key',
  'x-stack-secret-server-key',
  'x-stack-super-secret-admin-key',
  'x-stack-refresh-token',
  'x-stack-access-type',
  'x-stack-project-id',
  'x-stack-branch-id',
  'x-stack-client-version',
  'x-stack-override-error-status',
  'x-stack-random-nonce',
  'x-parley-impersonation-reason',
  'accept-language',
  'authorization',
  'cookie',
]

/** Every field of a request that can be mutated, headers included. */
function listMutableFields(endpoint: AnyEndpoint): Pick<RequestField, 'path' | 'boundaryValues'>[] {
  return [
    ...listRequestFields(endpoint),
    ...headers.map((name) => ({ path: ['headers', name] as const, boundaryValues: [] })),
  ]
}

/** Requests have a few defects, mostly one. */
export function arbitraryMutations(endpoint: AnyEndpoint): fc.Arbitrary<Mutation[]> {
  const places = listMutableFields(endpoint)
  const path = fc.constantFrom(...places.map((place) => place.path))
  // Headers are numerous and the same for all endpoints: most cases mutate the endpoint's own fields.
  const own = places.filter((place) => place.path[0] !== 'headers').map((place) => place.path)
  const anywhere =
    own.length > 0
      ? fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...own) }, { weight: 1, arbitrary: path })
      : path
  const edges = places.flatMap((place) =>
    place.boundaryValues.map((edge, index) => ({ path: place.path, index, edge: abbreviate(edge) })),
  )
  const mutation = fc.oneof(
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('leave-out' as const), path: anywhere }) },
    {
      weight: 6,
      arbitrary: fc.record({ kind: fc.constant('put' as const), path: anywhere, value: fuzzInputs }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('wrap' as const), path: anywhere, value: fuzzInputs }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('damage' as const),
        path: anywhere,
        how: fc.constantFrom(...damages),
        at: fc.integer({ min: 0, max: 100 }),
        byte: fc.integer({ min: 0, max: 255 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('add-key' as const),
        path: anywhere,
        key: fc.constantFrom(...oddKeys),
        value: fuzzInputs,
      }),
    },
    ...(edges.length > 0
      ? [
          {
            weight: 4,
            arbitrary: fc.constantFrom(...edges).map((edge) => ({ kind: 'edge' as const, ...edge })),
          },
        ]
      : []),
  )
  return fc.oneof(
    { weight: 4, arbitrary: fc.tuple(mutation) },
    { weight: 1, arbitrary: fc.array(mutation, { minLength: 2, maxLength: 4 }) },
  )
}

/** Failing cases are printed: a value of 4,097 letters is described by its length. */
function abbreviate(edge: unknown): unknown {
  return typeof edge === 'string' && edge.length > 60 ? { letters: edge.length } : edge
}

function expand(edge: unknown): unknown {
  return typeof edge === 'object' && edge !== null && 'letters' in edge
    ? 'a'.repeat(edge.letters as number)
    : edge
}

/** Applies all mutations to a copy of the request. */
export function mutate(input: RequestInput, mutations: readonly Mutation[], fixture: Fixture): RequestInput {
  const { auth, tenant, ...parts } = input
  const changed = { params: {}, query: {}, headers: {}, ...structuredClone(parts) }
  for (const mutation of mutations) apply(changed as Tree, mutation, fixture)
  return { ...changed, ...(auth ? { auth } : {}), ...(tenant ? { tenant } : {}) }
}

type Tree = Record<string, unknown>

function apply(root: Tree, mutation: Mutation, fixture: Fixture): void {
  const holder = findParent(root, mutation.path)
  const key = required(mutation.path.at(-1), 'the last path segment')
  // A copy: a later mutation of the same request may change it.
  const value = 'value' in mutation ? structuredClone(resolveFuzzInput(mutation.value, fixture)) : undefined
  switch (mutation.kind) {
    case 'leave-out':
      delete holder[key]
      return
    case 'put':
      setOwnProperty(holder, key, value)
      return
    case 'wrap':
      setOwnProperty(holder, key, [holder[key], value])
      return
    case 'edge':
      setOwnProperty(holder, key, expand(mutation.edge))
      return
    case 'damage':
      if (typeof holder[key] === 'string') setOwnProperty(holder, key, applyDamage(holder[key], mutation))
      return
    case 'add-key': {
      const at = typeof holder[key] === 'object' && holder[key] !== null ? (holder[key] as Tree) : holder
      setOwnProperty(at, mutation.key, value)
    }
  }
}

/** Sets `__proto__` as an own property, as JSON.parse does. */
function setOwnProperty(holder: Tree, key: string, value: unknown): void {
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true })
}

function findParent(root: Tree, path: FieldPath): Tree {
  let holder = root
  for (const key of path.slice(0, -1)) {
    if (typeof holder[key] !== 'object' || holder[key] === null) setOwnProperty(holder, key, {})
    holder = holder[key] as Tree
  }
  return holder
}

/** Returns the text with a small change: a character, or a byte of the data it encodes. */
function applyDamage(text: string, { how, at, byte }: Mutation & { kind: 'damage' }): string {
  const index = Math.min(Math.floor((at / 100) * text.length), Math.max(0, text.length - 1))
  const letter = String.fromCharCode(byte)
  switch (how) {
    case 'flip':
      return text.slice(0, index) + letter + text.slice(index + 1)
    case 'insert':
      return text.slice(0, index) + letter + text.slice(index)
    case 'cut':
      return text.slice(0, index)
    case 'double':
      return text + text.slice(index)
    case 'upper':
      return text.toUpperCase()
    case 'flip-byte': {
      const bytes = Buffer.from(text, 'base64url')
      const position = Math.min(Math.floor((at / 100) * bytes.length), bytes.length - 1)
      if (position >= 0) bytes[position] = byte
      return bytes.toString('base64url')
    }
  }
}
