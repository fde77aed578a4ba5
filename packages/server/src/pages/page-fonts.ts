import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { FastifyInstance } from 'fastify'

const require = createRequire(import.meta.url)

/** Product fonts, Latin, all weights. SIL Open Font License 1.1. */
const files = {
  '/fonts/text.woff2': require.resolve(
    '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2',
  ),
  '/fonts/code.woff2': require.resolve(
    '@fontsource-variable/atkinson-hyperlegible-mono/files/atkinson-hyperlegible-mono-latin-wght-normal.woff2',
  ),
}

/** Serves the fonts of server-rendered pages, so that browsers load them from this origin. */
export function servePageFonts(app: FastifyInstance): void {
  for (const [url, file] of Object.entries(files)) {
    app.get(url, async (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=86400')
        .type('font/woff2')
        .send(await readFile(file)),
    )
  }
}

/** `@font-face` rules for the style of a page. Other scripts use system fonts. */
export const pageFontStyle = `
@font-face { font-family: 'Parley Text'; src: url('/fonts/text.woff2') format('woff2'); font-weight: 200 800; font-display: swap }
@font-face { font-family: 'Parley Code'; src: url('/fonts/code.woff2') format('woff2'); font-weight: 200 800; font-display: swap }
`
