import { transform } from 'sucrase'

/**
 * Compiles TSX to JavaScript for the sandbox.
 *
 * @throws {Error} with the position of a syntax error.
 */
export function compile(source: string): string {
  const { code } = transform(source, {
    transforms: ['typescript', 'jsx', 'imports'],
    jsxRuntime: 'automatic',
    production: true,
  })
  return code
}
