import './globals.ts'
import * as components from '@react-email/components'
import * as arktype from 'arktype'
import { convert } from 'html-to-text'
import * as react from 'react'
import * as jsxRuntime from 'react/jsx-runtime'
import { renderToStaticMarkup } from 'react-dom/server'
import type { RenderRequest, RenderResult } from '../render-request.ts'
import { compile } from './compile.ts'
import * as stackframeEmails from './stackframe-emails.ts'

/** Modules that a source may import. */
const availableModules = new Map<string, unknown>([
  ['react', react],
  ['react/jsx-runtime', jsxRuntime],
  ['@react-email/components', components],
  ['arktype', arktype],
  [
    '@stackframe/emails',
    { Subject: stackframeEmails.Subject, NotificationCategory: stackframeEmails.NotificationCategory },
  ],
])

// Compiled imports are called as `type.call(undefined, …)`, but the functions that arktype exports have no
// `call`.
for (const value of Object.values(arktype))
  if (typeof value === 'function' && typeof value.call !== 'function')
    Object.defineProperty(value, 'call', { value: Function.prototype.call })

type Exports = Readonly<Record<string, unknown>>
type Component = react.FunctionComponent<Record<string, unknown>> & {
  readonly PreviewVariables?: Record<string, unknown>
  readonly PreviewProps?: Record<string, unknown>
}

function loadModule(source: string): Exports {
  const module = { exports: {} }
  const require = (name: string) => {
    const found = availableModules.get(name)
    if (found === undefined) throw new Error(`The module ${name} is not available.`)
    return found
  }
  new Function('require', 'module', 'exports', compile(source))(require, module, module.exports)
  return module.exports
}

function requireComponent(exports: Exports, name: string): Component {
  const component = exports[name]
  if (typeof component !== 'function') throw new Error(`The source exports no component ${name}.`)
  return component as Component
}

function templateElement(request: RenderRequest, source: string) {
  const exports = loadModule(source)
  const template = requireComponent(exports, 'EmailTemplate')
  const { userDisplayName, projectDisplayName, variables } = request
  const input = {
    userDisplayName,
    projectDisplayName,
    ...(variables ?? template.PreviewVariables ?? {}),
  }
  const element = react.createElement(template, {
    user: { displayName: userDisplayName },
    project: { displayName: projectDisplayName },
    variables: validateVariables(exports.variablesSchema, input),
  })
  return { element, previewVariables: (variables === null && template.PreviewVariables) || {} }
}

function validateVariables(schema: unknown, variables: Record<string, unknown>): unknown {
  if (typeof schema !== 'function') return variables
  const checked: unknown = schema(variables)
  if (checked instanceof arktype.type.errors) throw new Error(`A variable does not fit: ${checked.summary}`)
  return checked
}

function withTheme(source: string, { unsubscribeLink, variables }: RenderRequest, children: react.ReactNode) {
  const theme = requireComponent(loadModule(source), 'EmailTheme')
  const preview = variables === null ? theme.PreviewProps : {}
  return react.createElement(theme, { ...preview, ...(unsubscribeLink ? { unsubscribeLink } : {}) }, children)
}

function toElement(html: string) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the sender's own markup; mail clients run no scripts.
  return react.createElement('div', { dangerouslySetInnerHTML: { __html: html } })
}

const textOptions = {
  wordwrap: 78,
  selectors: [
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    { selector: 'img', format: 'skip' },
    { selector: '[data-skip-in-text=true]', format: 'skip' },
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: false as const } },
  ],
}

function render(request: RenderRequest): RenderResult {
  const metadata = stackframeEmails.resetMetadata()
  const template = request.templateSource === null ? null : templateElement(request, request.templateSource)
  const content = template?.element ?? toElement(request.html ?? '')
  const html = renderToStaticMarkup(
    request.themeSource === null ? content : withTheme(request.themeSource, request, content),
  )
  return {
    html,
    text: convert(html, textOptions),
    subject: metadata.subject,
    category: metadata.category,
    previewVariables: template?.previewVariables ?? {},
  }
}

/**
 * Makes Tailwind parse its style sheets ahead of time, which is slower than a render. Throws until pending
 * jobs have run.
 */
function warmUp(): void {
  const { Html, Head, Tailwind, Body } = components
  const body = react.createElement(Body, { className: 'p-4' })
  renderToStaticMarkup(
    react.createElement(Html, null, react.createElement(Head), react.createElement(Tailwind, null, body)),
  )
}

Object.assign(globalThis, {
  warmUp,
  render: (request: string) => JSON.stringify(render(JSON.parse(request))),
})
