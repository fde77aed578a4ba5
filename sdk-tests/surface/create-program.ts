import ts from 'typescript'

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2024,
  lib: ['lib.es2024.d.ts', 'lib.esnext.disposable.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  jsx: ts.JsxEmit.ReactJSX,
  strict: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  noEmit: true,
  types: ['node'],
}

/**
 * Creates a program of one file with the given text, for the checker of types.
 *
 * @param previous - A program whose other files have not changed.
 */
export function createProgram(entry: string, text: string, previous?: ts.Program): ts.Program {
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists } = host
  host.getSourceFile = (name, ...rest) =>
    name === entry
      ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2024)
      : (previous?.getSourceFile(name) ?? getSourceFile(name, ...rest))
  host.fileExists = (name) => name === entry || fileExists(name)
  return ts.createProgram([entry], options, host)
}
