import type { AnyEndpoint } from '@parley/contract'
import { escapeHtml, type Page } from '../pages/page.ts'
import { pageStyle } from '../pages/page-style.ts'
import { type ApiDescription, isRedirect, toGroup, toJsonSchema, toOperationId } from './openapi.ts'

/** Renders the API reference as an HTML page, with the same content as the OpenAPI document. */
export function docsPage(api: ApiDescription): Page {
  const groups = [...Map.groupBy(api.endpoints, toGroup)]
  return {
    lang: 'en',
    title: api.title,
    style: pageStyle + docsStyle,
    body: `<a class="skip" href="#main">Skip to the endpoints</a>
<div class="columns">
<nav aria-label="Endpoints">
<p class="mark">${escapeHtml(api.title)}</p>
<details>
<summary>All ${api.endpoints.length} endpoints</summary>
${groups.map(([name, endpoints]) => navGroup(name, endpoints)).join('')}
<p><a href="#errors">Errors</a></p>
</details>
</nav>
<main id="main" tabindex="-1">
<h1>${escapeHtml(api.title)}</h1>
<p>${escapeHtml(api.description)}</p>
<p>Base URL: <code>${escapeHtml(api.url)}/api/v1</code>. Machine-readable: <a href="/api/v1/openapi.json">OpenAPI 3.1</a>.</p>
<h2 id="access">${escapeHtml(api.accessTitle ?? 'Access levels')}</h2>
${accessTable(api)}
${groups.map(([name, endpoints]) => group(name, endpoints)).join('')}
<h2 id="errors">Errors</h2>
<p>An error is returned as <code>{ "code", "details", "error" }</code>, with the code also in the header <code>x-stack-known-error</code>. Errors without a code are returned as plain text.</p>
${errorTable(api)}
</main>
</div>`,
  }
}

function navGroup(name: string, endpoints: readonly AnyEndpoint[]): string {
  const links = endpoints.map(
    (endpoint) =>
      `<li><a href="#${toOperationId(endpoint)}">${verb(endpoint)} ${escapeWithBreaks(endpoint.path)}</a></li>`,
  )
  return `<h2>${escapeHtml(name)}</h2><ul>${links.join('')}</ul>`
}

function group(name: string, endpoints: readonly AnyEndpoint[]): string {
  return `<h2 id="group-${escapeHtml(name.replaceAll('/', '-'))}">${escapeHtml(name)}</h2>${endpoints.map(article).join('')}`
}

function article(endpoint: AnyEndpoint): string {
  const { params, query, body, serverSchema, errors, plainTextErrors, summary, access, path } = endpoint
  const shapes: [string, string | null][] = [
    ['Path', params ? renderSchema(toJsonSchema(params, 'input')) : null],
    [
      'Query',
      query && Object.keys(query.shape).length > 0 ? renderSchema(toJsonSchema(query, 'input')) : null,
    ],
    ['Body', body ? renderSchema(toJsonSchema(body, 'input')) : null],
    [
      'Body with server access',
      serverSchema?.body ? renderSchema(toJsonSchema(serverSchema.body, 'input')) : null,
    ],
    [`Response, ${endpoint.status ?? 200}`, renderResponse(endpoint)],
    [
      'Response with server access',
      serverSchema?.response ? renderSchema(toJsonSchema(serverSchema.response, 'output')) : null,
    ],
  ]
  const refusals = [
    ...errors.map((code) => `<li><a href="#error-${code}"><code>${escapeWithBreaks(code)}</code></a></li>`),
    ...(plainTextErrors ?? []).map((status) => `<li>${status}, plain text</li>`),
  ]
  const id = toOperationId(endpoint)
  return `<article aria-labelledby="${id}">
<h3 id="${id}">${verb(endpoint)} <code>${escapeWithBreaks(path)}</code></h3>
<p>${escapeHtml(summary)}</p>
<p class="soft">Access: ${escapeHtml(access)}</p>
${shapes.map(([title, text]) => (text === null ? '' : `<h4>${title}</h4><pre tabindex="0">${text}</pre>`)).join('')}
${refusals.length > 0 ? `<h4>Errors</h4><ul class="refusals">${refusals.join('')}</ul>` : ''}
</article>`
}

function renderResponse(endpoint: AnyEndpoint): string | null {
  if (isRedirect(endpoint)) return 'A redirect (header location)'
  return endpoint.response ? renderSchema(toJsonSchema(endpoint.response, 'output')) : null
}

function accessTable({ access }: ApiDescription): string {
  const rows = Object.entries(access).map(([name, { summary, headers }]) => {
    const sent = Object.entries(headers).map(
      ([header, meaning]) => `<li><code>${escapeHtml(header)}</code>: ${escapeHtml(meaning)}</li>`,
    )
    return `<tr><th scope="row">${escapeHtml(name)}</th><td>${escapeHtml(summary)}${sent.length > 0 ? `<ul>${sent.join('')}</ul>` : ''}</td></tr>`
  })
  return `<table><thead><tr><th scope="col">Access</th><th scope="col">Description and headers</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

function errorTable({ errors }: ApiDescription): string {
  const rows = Object.entries(errors).map(
    ([code, { status, message }]) =>
      `<tr id="error-${code}"><th scope="row"><code>${escapeWithBreaks(code)}</code></th><td>${status}</td><td>${escapeHtml(message)}</td></tr>`,
  )
  return `<table><thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

interface Shape {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly items?: Shape
  readonly anyOf?: readonly Shape[]
  readonly oneOf?: readonly Shape[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly not?: Shape
  /** Accepted and ignored. */
  readonly deprecated?: boolean
}

/** Formats that are shown in place of the type. */
const displayedFormats = new Set(['uuid', 'base64'])

/** Renders a schema in a TypeScript-like notation, with a question mark after optional keys. */
function renderSchema(schema: Shape, indent = ''): string {
  if (schema.const !== undefined) return escapeHtml(JSON.stringify(schema.const))
  if (schema.enum) return schema.enum.map((value) => escapeHtml(JSON.stringify(value))).join(' | ')
  const variants = schema.anyOf ?? schema.oneOf
  if (variants) return [...new Set(variants.map((variant) => renderSchema(variant, indent)))].join(' | ')
  if (schema.properties) {
    const fields = Object.entries(schema.properties).filter(([, { deprecated }]) => !deprecated)
    const keys = fields.map(([key, value]) => {
      const mark = schema.required?.includes(key) ? '' : '?'
      return `${indent}  ${escapeHtml(key)}${mark}: ${renderSchema(value, `${indent}  `)}`
    })
    return keys.length > 0 ? `{\n${keys.join('\n')}\n${indent}}` : '{}'
  }
  if (schema.type === 'array') return `${schema.items ? renderItemSchema(schema.items, indent) : 'any'}[]`
  if (schema.not) return 'never'
  if (schema.format !== undefined && displayedFormats.has(schema.format)) return schema.format
  return escapeHtml([schema.type ?? 'any'].flat().join(' | '))
}

/** Adds parentheses where `[]` would apply only to the last member of a union. */
function renderItemSchema(items: Shape, indent: string): string {
  const isUnion = [items.enum, items.anyOf, items.oneOf, items.type].some(
    (several) => Array.isArray(several) && several.length > 1,
  )
  const text = renderSchema(items, indent)
  return isUnion ? `(${text})` : text
}

function verb({ method }: AnyEndpoint): string {
  return `<span class="verb">${method}</span>`
}

function escapeWithBreaks(text: string): string {
  return escapeHtml(text).replaceAll(/(?<=[/_])/g, '<wbr>')
}

const docsStyle = `
.columns { display: grid; width: 100%; grid-template-columns: 20rem minmax(0, 1fr); max-width: 80rem; margin: 0 auto }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 24px 16px; border-right: 1px solid var(--line); font-size: 13px; line-height: 20px }
nav h2 { font-size: 13px; line-height: 20px; margin: 16px 0 4px } nav ul { list-style: none; margin: 0; padding: 0 }
nav a { display: block; padding: 3px 8px; border-radius: 4px; text-decoration: none; color: var(--ink); overflow-wrap: anywhere }
nav summary { cursor: pointer; padding: 3px 8px; font-weight: 600 }
nav a:hover { background: var(--accent-soft) } .mark { font-weight: 600; font-size: 17px }
main { padding: 32px 32px 96px } main:focus { outline: 0 }
article { background: var(--raised); border: 1px solid var(--line); border-radius: 12px; padding: 20px 24px; margin: 16px 0 }
h3 { font-size: 17px; line-height: 24px; font-weight: 600; margin: 0 0 8px; overflow-wrap: anywhere } h3 code { font-size: 15px }
p, td, .refusals li { overflow-wrap: anywhere; min-width: 0 }
h4 { font-size: 13px; line-height: 20px; font-weight: 600; margin: 16px 0 4px; color: var(--soft) }
.verb { font-weight: 600; color: var(--accent) }
pre { background: var(--sunken); border-radius: 8px; padding: 12px 16px; margin: 0; overflow: auto; line-height: 20px }
.refusals { display: flex; flex-wrap: wrap; gap: 4px 16px; margin: 0; padding: 0; list-style: none }
table { border-collapse: collapse; width: 100% } th, td { text-align: left; vertical-align: top; padding: 8px 12px 8px 0; border-bottom: 1px solid var(--line) }
td ul { margin: 4px 0 0; padding-left: 20px } th code { overflow-wrap: anywhere } tr:target, article:has(:target) { outline: 2px solid var(--focus) }
@media (min-width: 769px) { @supports selector(::details-content) { nav summary { display: none } nav details::details-content { content-visibility: visible } } }
.skip { position: absolute; left: -999px } .skip:focus { left: 8px; top: 8px; background: var(--raised); padding: 8px 16px; z-index: 1 }
@media (max-width: 768px) { .columns { display: block } nav { position: static; height: auto; padding: 16px; border: 0; border-bottom: 1px solid var(--line) } nav .mark { margin: 0 0 8px } main { padding: 24px 16px } article { padding: 16px } }
`
