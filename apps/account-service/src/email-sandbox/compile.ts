import { transform } from 'sucrase'

/** TSX to the JavaScript that the sandbox runs. @throws {Error} where the source is none, with the place. */
export function compile(source: string): string {
  const { code } = transform(source, {
    transforms: ['typescript', 'jsx', 'imports'],
    jsxRuntime: 'automatic',
    production: true,
  })
  return code
}
