import { rename } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { build } from 'rolldown'

/** Bundles what sources import into one script for the sandbox, and moves it to the path that it is started with. */
const path = process.argv[2]
if (!path) throw new Error('Where to is not said.')

const reactDom = dirname(createRequire(import.meta.url).resolve('react-dom/package.json'))
const unfinished = `${path}.${process.pid}`

await build({
  input: join(import.meta.dirname, 'library/render.ts'),
  platform: 'browser',
  resolve: {
    alias: {
      // The build without streams: a mail is one text.
      'react-dom/server': join(reactDom, 'cjs/react-dom-server-legacy.browser.production.js'),
      // Rendering is what the sandbox itself does; this one would bring a code formatter along.
      '@react-email/render': join(import.meta.dirname, 'library/no-render.ts'),
    },
  },
  transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  output: { file: unfinished, format: 'iife', minify: true },
  logLevel: 'warn',
})
await rename(unfinished, path)
