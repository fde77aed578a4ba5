import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { startPhone } from '../testing/start-phone.ts'

const page =
  '<!doctype html><title>Parley</title><script nonce="__CSP_NONCE__" src="/assets/app-1a2b.js"></script>'

/** Guarantee: pages run scripts and load resources from this origin only. */
test('every page has a content security policy that allows own scripts only, with a new nonce', async () => {
  await using root = await builtApp()
  await using phone = await startPhone({ webRoot: root.path })
  const get = () => fetch(`${phone.service.url}/contacts?call=1`, { headers: { accept: 'text/html' } })

  const [first, second] = [await get(), await get()]

  const policy = first.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('unsafe')
  const nonce = /nonce-([^']+)'/.exec(policy)?.[1]
  expect(await first.text()).toBe(page.replace('__CSP_NONCE__', nonce ?? ''))
  expect(second.headers.get('content-security-policy')).not.toBe(policy)
  expect(first.headers.get('permissions-policy')).toContain('microphone=(self)')
})

/** Guarantee: the file of the page is not served, because it would have neither a policy nor a nonce. */
test.each(['/index.html', '/%69ndex.html'])(
  '%s has the content security policy of the page',
  async (path) => {
    await using root = await builtApp()
    await using phone = await startPhone({ webRoot: root.path })
    const get = (accept: string) => fetch(phone.service.url + path, { headers: { accept } })

    const opened = await get('text/html')
    const loaded = await get('*/*')

    expect(opened.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await opened.text()).not.toContain('__CSP_NONCE__')
    expect(loaded.status).toBe(404)
  },
)

/**
 * Guarantee (SR20, BR2): page, files, API and errors of the phone have the security headers, with HSTS over
 * https.
 */
test.each([
  ['host', 'max-age=31536000'],
  [null, null],
] as const)(
  'SR20: with strict transport for %s page, files, API and errors say %s',
  async (strictTransport, expected) => {
    await using root = await builtApp()
    await using phone = await startPhone({ webRoot: root.path, http: { strictTransport } })

    for (const path of [
      '/',
      '/contacts',
      '/assets/app-1a2b.js',
      '/api/v1/client-config',
      '/api/v1/gone',
      '/health',
    ]) {
      const { headers } = await fetch(phone.service.url + path, { headers: { accept: 'text/html' } })
      expect([path, headers.get('strict-transport-security')]).toEqual([path, expected])
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-frame-options')).toBe('DENY')
    }
  },
)

test('files have the right content type, hashed files are cached as immutable, and files outside the directory are not served', async () => {
  await using root = await builtApp()
  await using phone = await startPhone({ webRoot: root.path })

  const script = await fetch(`${phone.service.url}/assets/app-1a2b.js`)
  const outside = await fetch(`${phone.service.url}/..%2f..%2fetc%2fpasswd`, { headers: { accept: '*/*' } })
  const missing = await fetch(`${phone.service.url}/assets/gone.js`)
  const unknown = await fetch(`${phone.service.url}/api/v1/nothing`, { headers: { accept: 'text/html' } })

  expect(script.headers.get('content-type')).toContain('javascript')
  expect(script.headers.get('cache-control')).toContain('immutable')
  expect([outside.status, missing.status, unknown.status]).toEqual([404, 404, 404])
})

test('a file is sent in the compressed version that the browser accepts, the page never', async () => {
  await using root = await builtApp()
  await using phone = await startPhone({ webRoot: root.path })
  const get = async (path: string, encoding: string) => {
    const headers = { accept: 'text/html', 'accept-encoding': encoding }
    const response = await fetch(phone.service.url + path, { headers })
    return [response.headers.get('content-encoding'), await response.text(), response.headers.get('vary')]
  }

  const script = '/assets/app-1a2b.js'
  expect(await get(script, 'gzip, br')).toEqual(['br', 'export {}', 'accept-encoding'])
  expect(await get(script, 'identity')).toEqual([null, 'export {}', 'accept-encoding'])
  expect((await get('/', 'gzip, br'))[0]).toBeNull()
})

test('the client configuration is available without authentication', async () => {
  await using phone = await startPhone()

  const { body } = await phone.request(null, 'GET', '/client-config')

  const { publicUrl, projectId, publishableClientKey } = phone.accounts.connection
  expect(body).toEqual({ accountsUrl: publicUrl, projectId, publishableClientKey })
})

async function builtApp() {
  const path = await mkdtemp(join(tmpdir(), 'parley-web-'))
  await mkdir(join(path, 'assets'))
  await writeFile(join(path, 'index.html'), page)
  await writeFile(join(path, 'assets', 'app-1a2b.js'), 'export {}')
  await writeFile(join(path, 'assets', 'app-1a2b.js.br'), brotliCompressSync('export {}'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) }
}
