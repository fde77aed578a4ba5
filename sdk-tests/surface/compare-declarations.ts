import ts from 'typescript'

/** A member of a public package that ours lacks or has with another type. */
export interface Difference {
  /** The member, from the exported name: `CurrentUser.createTeam(0).displayName`. */
  readonly path: string
  /** Null if ours lacks the member. */
  readonly types: { readonly theirs: string; readonly ours: string } | null
}

export interface Comparison {
  readonly missingExports: readonly string[]
  /** Each member once, below the first exported name that leads to it. */
  readonly differences: readonly Difference[]
}

/** The use of a type: callers read a result, and pass an argument. */
export type Use = 'result' | 'argument'

/** An exported name of both packages. */
export interface Root {
  readonly name: string
  readonly theirs: ts.Type
  readonly ours: ts.Type
  readonly use: Use
}

const primitive =
  ts.TypeFlags.StringLike |
  ts.TypeFlags.NumberLike |
  ts.TypeFlags.BooleanLike |
  ts.TypeFlags.BigIntLike |
  ts.TypeFlags.ESSymbolLike |
  ts.TypeFlags.Undefined |
  ts.TypeFlags.Void |
  ts.TypeFlags.Null |
  ts.TypeFlags.Unknown |
  ts.TypeFlags.NonPrimitive

/** Compares the members of types, and of what their methods take and return. */
export function compareTypes(checker: ts.TypeChecker, roots: readonly Root[]): Difference[] {
  const differences: Difference[] = []
  const compared = new Set<string>()
  const ids = new Map<ts.Type, number>()

  // Breadth first, so that a member is reported by its shortest path.
  const queue: (() => void)[] = []

  for (const { name, theirs, ours, use } of roots) compare(name, [theirs], [ours], use)
  for (let next = queue.shift(); next; next = queue.shift()) next()
  return differences

  function compare(path: string, theirs: readonly ts.Type[], ours: readonly ts.Type[], use: Use): void {
    const [a, b] = [flatten(theirs), flatten(ours)]
    if (b.some(isAny)) return
    const key = `${use} ${toKey(a)} ${toKey(b)}`
    if (compared.has(key)) return
    compared.add(key)
    queue.push(() => compareFlat(path, a, b, use))
  }

  function compareFlat(path: string, a: readonly ts.Type[], b: readonly ts.Type[], use: Use): void {
    compareLeaves(path, a, b, use)
    compareMembers(path, a.filter(isOpen), b.filter(isOpen), use)
    compareSignatures(path, a, b, ts.SignatureKind.Call)
    compareSignatures(path, a, b, ts.SignatureKind.Construct)
  }

  function compareMembers(
    path: string,
    theirs: readonly ts.Type[],
    ours: readonly ts.Type[],
    use: Use,
  ): void {
    // An object with methods comes from the package, so that callers pass more than is read.
    const passed = use === 'argument' ? theirs.filter((type) => !hasMethods(type)) : theirs
    const own = collectMembers(ours)
    const known = collectMembers(passed)
    for (const [name, types] of known) {
      const counterpart = own.get(name) ?? indexTypes(ours)
      if (counterpart) compare(`${path}.${name}`, types, counterpart, use)
      else if (ours.length > 0 || use === 'result') differences.push({ path: `${path}.${name}`, types: null })
    }
    // Of several objects that ours accepts, the caller passes one.
    if (use === 'result' || passed.length === 0 || ours.length > 1) return
    for (const [name, types] of own)
      if (!known.has(name) && !types.some(isUndefined))
        differences.push({ path: `${path}.${name}`, types: { theirs: 'undefined', ours: toText(types) } })
  }

  function compareSignatures(
    path: string,
    theirs: readonly ts.Type[],
    ours: readonly ts.Type[],
    kind: ts.SignatureKind,
  ): void {
    const signatures = theirs.filter(isOpen).flatMap((type) => checker.getSignaturesOfType(type, kind))
    const own = ours.filter(isOpen).flatMap((type) => checker.getSignaturesOfType(type, kind))
    if (signatures.length === 0) return
    if (own.length === 0) {
      if (ours.length > 0) differences.push({ path, types: { theirs: toText(theirs), ours: toText(ours) } })
      return
    }
    const count = Math.max(...signatures.map(({ parameters }) => parameters.length))
    for (let index = 0; index < count; index++)
      compare(`${path}(${index})`, parameter(signatures, index), parameter(own, index), 'argument')
    compare(`${path}()`, signatures.map(getReturnType), own.map(getReturnType), 'result')
  }

  /** Reports the values of one type that the other one has no place for. */
  function compareLeaves(path: string, theirs: readonly ts.Type[], ours: readonly ts.Type[], use: Use): void {
    const [given, accepted] = use === 'result' ? [ours, theirs] : [theirs, ours]
    if (accepted.length === 0 || given.length === 0) return
    const fits = (type: ts.Type) =>
      accepted.some((each) => checker.isTypeAssignableTo(type, each)) ||
      // Objects are compared by their members.
      (isOpen(type) && accepted.some(isOpen))
    const readsUnknown = use === 'result' && theirs.some(isAny) && ours.some(isUnknown)
    if (readsUnknown || !given.every(fits))
      differences.push({ path, types: { theirs: toText(theirs), ours: toText(ours) } })
  }

  /** The members of a union, without promises and arrays around them. */
  function flatten(types: readonly ts.Type[], known = new Set<ts.Type>()): ts.Type[] {
    for (const type of types) {
      if (known.has(type)) continue
      known.add(type)
      const inner = unwrapType(type)
      if (inner) flatten(inner, known)
    }
    return [...known].filter((type) => unwrapType(type) === null)
  }

  /** Returns the parts of a type that stands for others, or null. */
  function unwrapType(type: ts.Type): readonly ts.Type[] | null {
    const isGeneric = (each: ts.Type) => (each.flags & ts.TypeFlags.Instantiable & ~primitive) !== 0
    if (isGeneric(type) || (type.isIntersection() && type.types.some(isGeneric))) {
      const constraint = checker.getBaseConstraintOfType(type)
      return constraint && constraint !== type ? [constraint] : []
    }
    if (type.isUnion()) return type.types
    if (type.isIntersection() && type.types.some((each) => checker.isArrayType(each))) return type.types
    const awaited = checker.getAwaitedType(type)
    if (awaited && awaited !== type) return [awaited]
    return checker.isArrayType(type) || checker.isTupleType(type)
      ? checker.getTypeArguments(type as ts.TypeReference)
      : null
  }

  function collectMembers(types: readonly ts.Type[]): Map<string, ts.Type[]> {
    const members = new Map<string, ts.Type[]>()
    for (const type of types)
      for (const symbol of checker.getPropertiesOfType(type)) {
        // Symbols are different in each package.
        if (symbol.name.startsWith('__')) continue
        const known = members.get(symbol.name) ?? []
        const optional = symbol.flags & ts.SymbolFlags.Optional ? [checker.getUndefinedType()] : []
        members.set(symbol.name, [...known, checker.getTypeOfSymbol(symbol), ...optional])
      }
    return members
  }

  /** The types of all other members, if a type has an index signature. */
  function indexTypes(types: readonly ts.Type[]): ts.Type[] | null {
    const found = types.flatMap((type) => checker.getIndexTypeOfType(type, ts.IndexKind.String) ?? [])
    return found.length > 0 ? found : null
  }

  function hasMethods(type: ts.Type): boolean {
    return checker
      .getPropertiesOfType(type)
      .some((each) => checker.getTypeOfSymbol(each).getCallSignatures().length > 0)
  }

  function parameter(signatures: readonly ts.Signature[], index: number): ts.Type[] {
    return signatures.flatMap(({ parameters }): ts.Type[] => {
      const last = parameters.at(-1)
      if (last && index >= parameters.length - 1 && isRest(last))
        return restElement(checker.getTypeOfSymbol(last), index - parameters.length + 1)
      const symbol = parameters[index]
      if (!symbol) return [checker.getUndefinedType()]
      const { valueDeclaration } = symbol
      const isOptional =
        valueDeclaration && ts.isParameter(valueDeclaration) && checker.isOptionalParameter(valueDeclaration)
      return [checker.getTypeOfSymbol(symbol), ...(isOptional ? [checker.getUndefinedType()] : [])]
    })
  }

  function restElement(type: ts.Type, index: number): ts.Type[] {
    if (!checker.isTupleType(type)) return [type]
    const element = checker.getTypeArguments(type as ts.TypeReference)[index]
    return [element ?? checker.getUndefinedType()]
  }

  function getReturnType(signature: ts.Signature): ts.Type {
    return checker.getReturnTypeOfSignature(signature)
  }

  /** Whether members are compared: those of libraries are the same for both. */
  function isOpen(type: ts.Type): boolean {
    if (type.flags & (primitive | ts.TypeFlags.Any | ts.TypeFlags.Never)) return false
    if (type.isIntersection() && type.types.some(({ flags }) => flags & primitive)) return false
    const [declaration] = type.symbol?.declarations ?? []
    if (declaration && ts.isMappedTypeNode(declaration)) return true
    const file = declaration?.getSourceFile().fileName ?? ''
    return !/node_modules\/(typescript|@types)\//.test(file)
  }

  function toKey(types: readonly ts.Type[]): string {
    return types
      .map((type) => {
        const id = ids.get(type) ?? ids.size
        ids.set(type, id)
        return id
      })
      .toSorted((a, b) => a - b)
      .join()
  }

  function toText(types: readonly ts.Type[]): string {
    return types.map((type) => checker.typeToString(type)).join(' | ')
  }
}

function isRest({ valueDeclaration }: ts.Symbol): boolean {
  return (
    valueDeclaration !== undefined && ts.isParameter(valueDeclaration) && !!valueDeclaration.dotDotDotToken
  )
}

const isAny = (type: ts.Type) => (type.flags & ts.TypeFlags.Any) !== 0
const isUnknown = (type: ts.Type) => (type.flags & ts.TypeFlags.Unknown) !== 0
const isUndefined = (type: ts.Type) => (type.flags & ts.TypeFlags.Undefined) !== 0
