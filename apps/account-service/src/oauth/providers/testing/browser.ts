/** The end of a navigation. */
export interface Visit {
  readonly url: URL
  /** Null if the URL belongs to the application, which serves no pages here. */
  readonly status: number | null
  readonly headers: Headers
  readonly text: string
}

export type Browser = ReturnType<typeof createBrowser>

interface BrowserOptions {
  /** Maps host names to local sockets. */
  readonly origins: Readonly<Record<string, string>>
  /** Hosts at which navigation stops. */
  readonly applications: readonly string[]
  /** Headers of all requests. */
  readonly headers?: Readonly<Record<string, string>>
}

const maxRedirects = 20

/** A browser with a cookie jar that follows redirects and submits self-posting forms. */
export function createBrowser({ origins, applications, headers = {} }: BrowserOptions) {
  const jar = new Map<string, Map<string, string>>()

  async function send(url: URL, form: URLSearchParams | null): Promise<Response> {
    const cookies = jar.get(url.host) ?? new Map<string, string>()
    jar.set(url.host, cookies)
    const response = await fetch(`${origins[url.host] ?? url.origin}${url.pathname}${url.search}`, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: {
        'sec-fetch-mode': 'navigate',
        'sec-fetch-site': 'cross-site',
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...headers,
      },
      body: form,
    })
    for (const line of response.headers.getSetCookie()) storeCookie(cookies, line)
    return response
  }

  return {
    /** Returns the cookies of a host by name. */
    getCookies: (host: string): ReadonlyMap<string, string> => jar.get(host) ?? new Map(),
    forget: (host: string) => void jar.delete(host),
    /** Follows a URL and its redirects until `stopsAt` or the end. */
    async visit(link: string, stopsAt: (url: URL) => boolean = () => false): Promise<Visit> {
      let url = new URL(link)
      let form: URLSearchParams | null = null
      for (let count = 0; count < maxRedirects; count++) {
        if (applications.includes(url.host) || (count > 0 && stopsAt(url)))
          return { url, status: null, headers: new Headers(), text: '' }
        const response = await send(url, form)
        const location = response.headers.get('location')
        const text = await response.text()
        const posted = formIn(text)
        if (location) {
          url = new URL(location, url)
          if (response.status !== 307) form = null
        } else if (posted) {
          url = new URL(posted.action, url)
          form = posted.fields
        } else return { url, status: response.status, headers: response.headers, text }
      }
      throw new Error(`Too many redirects at ${url.href}.`)
    },
  }
}

function storeCookie(cookies: Map<string, string>, line: string): void {
  const [pair = ''] = line.split(';')
  const [name = '', value = ''] = pair.split(/=(.*)/s)
  if (/;\s*max-age=0/i.test(line) || /;\s*expires=thu, 01 jan 1970/i.test(line)) cookies.delete(name)
  else cookies.set(name, value)
}

function formIn(html: string): { action: string; fields: URLSearchParams } | null {
  const action = /<form method="post" action="([^"]+)"/.exec(html)?.[1]
  if (!action) return null
  const fields = new URLSearchParams()
  for (const [, name = '', value = ''] of html.matchAll(/name="([^"]+)" value="([^"]*)"/g))
    fields.append(name, value.replaceAll('&quot;', '"').replaceAll('&amp;', '&'))
  return { action, fields }
}
