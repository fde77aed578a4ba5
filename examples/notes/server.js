/** Serves one of the browser applications, and the API: `node --env-file=.env server.js FOLDER`. */
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { handle } from './api.js'

const port = Number(process.env.PORT ?? 3000)
const folder = pathToFileURL(`${resolve(process.argv[2] ?? 'javascript')}/`)
const kitFolder = new URL('.', import.meta.resolve('@parley/kit'))
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.woff2': 'font/woff2' }

/** The settings that browsers may know. */
const settings = `export default ${JSON.stringify({
  baseUrl: process.env.NEXT_PUBLIC_STACK_API_URL,
  projectId: process.env.NEXT_PUBLIC_STACK_PROJECT_ID,
  publishableClientKey: process.env.NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY,
})}`

createServer(async (incoming, outgoing) => {
  const response = await respond(incoming).catch((error) => {
    console.error(error)
    return new Response('Something went wrong.', { status: 500 })
  })
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  outgoing.end(Buffer.from(await response.arrayBuffer()))
}).listen(port, '127.0.0.1', () => console.log(`Notes: http://localhost:${port}`))

async function respond(incoming) {
  const url = new URL(incoming.url, `http://localhost:${port}`)
  const path = url.pathname
  if (path.startsWith('/api/')) return await handle(toRequest(url, incoming))
  if (path === '/settings.js') return serve(settings, '.js')
  if (path.startsWith('/kit/')) return await serveFile(kitFolder, path.slice('/kit'.length))
  // Every page of the application is the same file.
  return await serveFile(folder, extname(path) === '' ? '/index.html' : path)
}

/** The URL parser has removed `..` from the path, so that the file is in the folder. */
async function serveFile(root, path) {
  const content = await readFile(new URL(`.${path}`, root)).catch(() => null)
  return content ? serve(content, extname(path)) : new Response('Not found.', { status: 404 })
}

function serve(content, type) {
  return new Response(content, { headers: { 'content-type': types[type] ?? 'application/octet-stream' } })
}

function toRequest(url, incoming) {
  const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD'
  return new Request(url, {
    method: incoming.method,
    headers: Object.entries(incoming.headers).filter(([, value]) => typeof value === 'string'),
    ...(hasBody && { body: incoming, duplex: 'half' }),
  })
}
