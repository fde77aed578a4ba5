import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A site on a separate origin: every path serves the same page with a client. */
export interface Pages extends AsyncDisposable {
  readonly origin: string
}

const page = `<!doctype html><meta charset="utf-8"><title>A site</title><link rel="icon" href="data:,">
<body>A site<script type="module" src="/client.mjs"></script>`

export async function openPages(bundle: string): Promise<Pages> {
  const script = readFileSync(bundle)
  const server = createServer((request, response) => {
    const isScript = request.url === '/client.mjs'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.end(isScript ? script : page)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')

  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
