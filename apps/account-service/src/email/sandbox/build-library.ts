import { rename } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { build } from 'rolldown'

/**
 * Bundles the modules available to templates into one script and moves it to the path given as the argument.
 */
const path = process.argv[2]
if (!path) throw new Error('Missing output path.')

const reactDom = dirname(createRequire(import.meta.url).resolve('react-dom/package.json'))
const unfinished = `${path}.${process.pid}`

await build({
  input: join(import.meta.dirname, 'library/render.ts'),
  platform: 'browser',
  resolve: {
    alias: {
      // The build without streams: an e-mail is a single string.
      'react-dom/server': join(reactDom, 'cjs/react-dom-server-legacy.browser.production.js'),
      // The sandbox renders by itself; this module would bundle a code formatter.
      '@react-email/render': join(import.meta.dirname, 'library/react-email-render.ts'),
    },
  },
  transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  output: { file: unfinished, format: 'iife', minify: true },
  logLevel: 'warn',
})
await rename(unfinished, path)
