import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import { build } from 'vite'
import type { PublishedPackage } from './published-packages.ts'

/**
 * Writes one style sheet with the tokens, the fonts and the classes of a package, which needs no Tailwind to
 * be used.
 */
export async function bundleStyles(
  { styles }: PublishedPackage,
  source: string,
  target: string,
): Promise<void> {
  if (styles.length === 0) return
  // In the folder of the package, from where its imports are resolved.
  const entry = join(source, 'dist-styles.css')
  await writeFile(entry, styles.map((path) => `@import "${path}";`).join('\n'))
  try {
    await build({
      configFile: false,
      root: source,
      base: './',
      logLevel: 'warn',
      plugins: [tailwindcss()],
      build: {
        outDir: target,
        emptyOutDir: false,
        // As in the phone: the first browsers with native `light-dark()`.
        cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: { styles: entry },
          output: {
            assetFileNames: ({ names }) =>
              names.some((name) => name.endsWith('.css')) ? 'styles.css' : 'fonts/[name]-[hash][extname]',
          },
        },
      },
    })
  } finally {
    await rm(entry)
  }
}
