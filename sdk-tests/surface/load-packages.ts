import ts from 'typescript'
import { type Comparison, compareTypes, type Root, type Use } from './compare-declarations.ts'

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2024,
  lib: [
    'lib.es2024.d.ts',
    'lib.esnext.disposable.d.ts',
    'lib.esnext.iterator.d.ts',
    'lib.dom.d.ts',
    'lib.dom.iterable.d.ts',
  ],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  jsx: ts.JsxEmit.ReactJSX,
  strict: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  noEmit: true,
  types: ['node'],
}

/** The arguments of type parameters without a default, by their names. */
const typeArguments: Readonly<Record<string, string>> = { HasTokenStore: 'true', ProjectId: 'string' }

/** Compares what a public package exports with what ours exports. */
export function comparePackages(theirs: string, ours: string): Comparison {
  const imports = `import * as theirs from '${theirs}'\nimport * as ours from '${ours}'\n`
  const first = createProgram(imports)
  const [known, own] = readExports(first)
  const shared = [...known].filter(([name]) => own.has(name))
  const lines = shared.flatMap(([name, symbol]) => declareBoth(name, symbol, own.get(name) ?? symbol))
  const second = createProgram(imports + lines.join('\n'), first)
  return {
    missingExports: [...known.keys()].filter((name) => !own.has(name)).toSorted(),
    differences: compareTypes(second.getTypeChecker(), readRoots(second)),
  }
}

function createProgram(text: string, previous?: ts.Program): ts.Program {
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists } = host
  host.getSourceFile = (name, ...rest) =>
    name === entry
      ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2024)
      : (previous?.getSourceFile(name) ?? getSourceFile(name, ...rest))
  host.fileExists = (name) => name === entry || fileExists(name)
  return ts.createProgram([entry], options, host)
}

const entry = new URL('../compared-packages.ts', import.meta.url).pathname

function readExports(program: ts.Program): [Map<string, ts.Symbol>, Map<string, ts.Symbol>] {
  const checker = program.getTypeChecker()
  const [theirs, ours] = getEntry(program)
    .statements.filter(ts.isImportDeclaration)
    .map(({ moduleSpecifier }) => {
      const module = checker.getSymbolAtLocation(moduleSpecifier)
      if (!module) throw new Error(`${moduleSpecifier.getText()} is not installed.`)
      return new Map(
        checker
          .getExportsOfModule(module)
          .map((each) => [
            each.name,
            each.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(each) : each,
          ]),
      )
    })
  if (!theirs || !ours) throw new Error('The entry has no imports.')
  return [theirs, ours]
}

/** Returns declarations of both types of an exported name, as source text. */
function declareBoth(name: string, theirs: ts.Symbol, ours: ts.Symbol): string[] {
  const lines: string[] = []
  if (theirs.flags & ts.SymbolFlags.Type && ours.flags & ts.SymbolFlags.Type)
    lines.push(
      `type Theirs_${name} = theirs.${name}${writeArguments(theirs)}`,
      `type Ours_${name} = ours.${name}${writeArguments(ours)}`,
    )
  if (theirs.flags & ts.SymbolFlags.Value && ours.flags & ts.SymbolFlags.Value)
    lines.push(
      `type Theirs_value_${name} = typeof theirs.${name}`,
      `type Ours_value_${name} = typeof ours.${name}`,
    )
  return lines
}

function writeArguments(symbol: ts.Symbol): string {
  const parameters =
    symbol.declarations
      ?.filter(
        (each) =>
          ts.isTypeAliasDeclaration(each) || ts.isInterfaceDeclaration(each) || ts.isClassDeclaration(each),
      )
      .flatMap((each) => [...(each.typeParameters ?? [])]) ?? []
  const required = parameters
    .filter((each) => !each.default)
    .map((each) => typeArguments[each.name.text] ?? 'never')
  return required.length > 0 ? `<${required.join()}>` : ''
}

function readRoots(program: ts.Program): Root[] {
  const checker = program.getTypeChecker()
  const types = new Map(
    getEntry(program)
      .statements.filter(ts.isTypeAliasDeclaration)
      .map((each) => [each.name.text, checker.getTypeFromTypeNode(each.type)]),
  )
  return [...types]
    .filter(([name]) => name.startsWith('Theirs_'))
    .map(([name, theirs]) => {
      const ours = types.get(name.replace('Theirs_', 'Ours_'))
      if (!ours) throw new Error(`${name} has no counterpart.`)
      const use: Use = /(Options|Json)$/.test(name) ? 'argument' : 'result'
      return { name: name.replace('Theirs_', '').replace('value_', ''), theirs, ours, use }
    })
}

function getEntry(program: ts.Program): ts.SourceFile {
  const source = program.getSourceFile(entry)
  if (!source) throw new Error('The program has no entry.')
  return source
}
