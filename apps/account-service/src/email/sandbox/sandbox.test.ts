import { afterAll, describe, expect, test } from 'vitest'
import { createSandbox, RenderingFailed, type RenderSources } from './index.ts'

const sandbox = createSandbox({ findOwnerId: async (projectId) => projectId })
afterAll(() => sandbox[Symbol.asyncDispose]())

const request: RenderSources = {
  projectId: 'engines',
  previewSignal: null,
  templateSource: null,
  themeSource: null,
  html: null,
  variables: null,
  userDisplayName: 'Ada',
  projectDisplayName: 'Analytical Engines',
  unsubscribeLink: null,
}

const template = (body: string, before = '') => `
import { Subject, NotificationCategory, Props } from '@stackframe/emails'
import { type } from 'arktype'
${before}
export const variablesSchema = type({ 'link?': 'string' })
export function EmailTemplate({ user, project, variables }: Props<typeof variablesSchema>) {
  ${body}
}
EmailTemplate.PreviewVariables = { link: 'https://example.com/preview' } satisfies typeof variablesSchema.infer
`

const good = template(`
  return <>
    <Subject value={\`Hello \${user.displayName} of \${project.displayName}\`} />
    <NotificationCategory value="Marketing" />
    <h1>Good news</h1>
    <p className="text-sm">See <a href={variables.link}>this</a>, {user.displayName}.</p>
  </>`)

const theme = `
import { Html, Head, Tailwind, Body, Container, Link } from '@react-email/components'
import { ThemeProps } from '@stackframe/emails'
export function EmailTheme({ children, unsubscribeLink }: ThemeProps) {
  return <Html><Head /><Tailwind><Body className="bg-white font-sans"><Container className="p-4">{children}
    {unsubscribeLink && <Link href={unsubscribeLink}>Stop</Link>}
  </Container></Body></Tailwind></Html>
}
EmailTheme.PreviewProps = { unsubscribeLink: 'https://example.com/unsubscribe' } satisfies Partial<ThemeProps>
`

const failure = async (templateSource: string) => {
  const error = await sandbox.render({ ...request, templateSource }).catch((thrown: unknown) => thrown)
  if (!(error instanceof RenderingFailed)) throw new Error(`It rendered: ${JSON.stringify(error)}`)
  return error.message
}

describe('custom sources', () => {
  test('a template renders to HTML, text, subject and category, with preview variables', async () => {
    const result = await sandbox.render({ ...request, templateSource: good })

    expect(result.subject).toBe('Hello Ada of Analytical Engines')
    expect(result.category).toBe('Marketing')
    expect(result.html).toContain('href="https://example.com/preview"')
    expect(result.text).toMatch(/^Good news/)
    expect(result.text).toContain('See this https://example.com/preview, Ada.')
    expect(result.previewVariables).toEqual({ link: 'https://example.com/preview' })
  })

  /** Guarantee (ZR740): nothing that a template produces without limit is read outside its worker thread. */
  test('ZR740: preview variables are returned for a preview only, and have at most 64 KiB', async () => {
    const variables = (count: number) =>
      `Object.fromEntries(Array.from({ length: ${count} }, (_, index) => [index, index]))`
    const withVariables = (count: number) =>
      good.replace(
        /EmailTemplate.PreviewVariables = .*/,
        `EmailTemplate.PreviewVariables = ${variables(count)}`,
      )

    const few = await sandbox.render({ ...request, templateSource: withVariables(3) })
    expect(few.previewVariables).toEqual({ 0: 0, 1: 1, 2: 2 })
    expect(await failure(withVariables(20_000))).toBe('The rendered result is too large or invalid.')
    const delivered = { ...request, templateSource: withVariables(20_000), variables: {} }
    expect((await sandbox.render(delivered)).previewVariables).toEqual({})
  })

  test('a theme with Tailwind wraps a template or HTML', async () => {
    const themed = await sandbox.render({
      ...request,
      templateSource: good,
      themeSource: theme,
      variables: { link: 'https://example.com/?a=1&b="2"' },
      unsubscribeLink: 'https://example.com/stop',
    })
    const wrapped = await sandbox.render({ ...request, html: '<b>Bold</b>', themeSource: theme })

    expect(themed.html).toContain('padding:1rem')
    expect(themed.html).toContain('href="https://example.com/?a=1&amp;b=&quot;2&quot;"')
    expect(themed.html).toContain('https://example.com/stop')
    expect(wrapped.html).toContain('<b>Bold</b>')
    expect(wrapped.html).toContain('https://example.com/unsubscribe')
    expect(wrapped.subject).toBeNull()
  })

  test.each([
    ['no TSX', 'export const = 1', 'Unexpected token'],
    ['no component', 'export const a = 1', 'The source exports no component EmailTemplate.'],
    ['an unavailable import', "import x from 'node:fs'\nx()", 'The module node:fs is not available.'],
    ['something thrown', template("throw new Error('out of ink')"), 'out of ink'],
    ['nothing that can be read', template('throw { toString() { return "no" } }'), 'without a message'],
  ])('%s is reported to the author', async (_name, source, message) => {
    expect(await failure(source)).toContain(message)
  })

  test('variables that violate the schema are rejected by name', async () => {
    const rendered = sandbox.render({ ...request, templateSource: good, variables: { link: 5 } })

    await expect(rendered).rejects.toThrow('link must be a string')
  })
})

/** Escape attempts. Each one writes what it found to the subject. */
const escapes: readonly [name: string, expression: string][] = [
  ['the process', 'typeof process'],
  ['require of the server', 'typeof globalThis.require'],
  ['the constructor chain', '(() => {}).constructor.constructor("return typeof process")()'],
  ['the constructor of an error', 'new Error().constructor.constructor("return typeof process")()'],
  ['the constructor of what is handed in', 'user.constructor.constructor("return typeof process")()'],
  ['a generator', '(function* () {}).constructor("yield typeof process")().next().value'],
  ['the network', '[typeof fetch, typeof XMLHttpRequest, typeof WebSocket, typeof EventSource].join()'],
  ['files', '[typeof std, typeof os, typeof Deno, typeof Bun, typeof scriptArgs].join()'],
  ['other threads', '[typeof Worker, typeof WebAssembly].join()'],
  ['this of a function', '(function () { return typeof this?.process })()'],
  ['indirect eval', '(0, eval)("typeof process")'],
  [
    'prototypes',
    'Object.getOwnPropertyNames(globalThis).filter((n) => /process|require|fetch|load|import/i.test(n)).join()',
  ],
]

describe('hostile code', () => {
  test.each(escapes)('MX3: %s is unavailable', async (_name, expression) => {
    const source = template(`return <Subject value={String(${expression})} />`)
    const { subject } = await sandbox.render({ ...request, templateSource: source })

    for (const word of subject?.split(',') ?? ['nothing was said']) expect(['undefined', '']).toContain(word)
  })

  test.each([
    ['import()', "let got = 'none'\nimport('node:fs').then((fs) => { got = 'fs' })\nthrow new Error(got)"],
    ['an endless loop', 'for (;;) {}'],
    ['an endless loop that catches', 'for (;;) { try { for (;;) {} } catch {} }'],
    ['endless recursion', 'const f = () => f() + 1\nf()'],
    [
      'endless promises',
      'const again = () => Promise.resolve().then(again)\nagain()\nthrow new Error("later")',
    ],
    ['an endless expression', "/^(a+)+$/.test('a'.repeat(60) + 'b')\nthrow new Error('matched')"],
    ['a bomb of memory', 'const held = []\nfor (;;) held.push(new Array(100_000).fill("x" + held.length))'],
    ['a bomb of text', "let text = 'x'\nfor (;;) text += text"],
    ['huge output', "return <p>{'x'.repeat(5_000_000)}</p>"],
    ['a huge subject', "return <Subject value={'x'.repeat(50_000)} />"],
    ['a getter that never ends', 'throw { get message() { for (;;) {} } }'],
    ['an error of the host', 'throw globalThis'],
  ])('MX3: %s fails, and the next render succeeds', async (_name, body) => {
    await failure(template(body))
    const next = await sandbox.render({ ...request, templateSource: good })

    expect(next.subject).toBe('Hello Ada of Analytical Engines')
  })

  /** Guarantee: no render sees changes made by another. */
  test('MX3: prototypes, globals and modules are reset for each render', async () => {
    const poison = template(
      `
      globalThis.leaked = 'secret of ' + project.displayName
      Object.prototype.leaked = 'secret'
      String.prototype.toUpperCase = () => 'poisoned'
      JSON.stringify = () => '{"html":"poisoned"}'
      React.createElement = () => 'poisoned'
      globalThis.render = () => 'poisoned'
      throw new Error('done')`,
      "import * as React from 'react'",
    )
    const look = template(
      "return <Subject value={[typeof leaked, typeof ({}).leaked, 'a'.toUpperCase()].join()} />",
    )

    await failure(poison)
    const { subject, html } = await sandbox.render({ ...request, templateSource: look })

    expect(subject).toBe('undefined,undefined,A')
    expect(html).not.toContain('poisoned')
  })

  /**
   * Guarantee (MX3, SR15): compiling a source counts against the limits of its render, and no other render
   * waits longer.
   */
  test.each([
    ['nested conditions', 'a ? (b) : c => '.repeat(60)],
    ['type arguments that are none', 'f<T>('.repeat(60)],
  ])(
    'MX3, SR15: a source that takes long to compile is stopped after a second: %s',
    async (_name, expression) => {
      await sandbox.render({ ...request, templateSource: good })
      const before = process.cpuUsage()
      const message = await failure(template(`return ${expression} 1`))
      const { user, system } = process.cpuUsage(before)

      expect(message).toBe('Rendering took longer than 1 s.')
      expect((user + system) / 1_000_000).toBeLessThan(4)
    },
  )

  test('MX3, SR15: a source that nests too deeply to compile fails, and the next render succeeds', async () => {
    expect(await failure(template(`return [${'('.repeat(120_000)}1`))).not.toBe('')
    const next = await sandbox.render({ ...request, templateSource: good })

    expect(next.subject).toBe('Hello Ada of Analytical Engines')
  })

  test('MX3: concurrent renders are serialized, each with its own result', async () => {
    const rendered = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        sandbox.render({ ...request, templateSource: good, userDisplayName: `Ada ${index}` }),
      ),
    )

    expect(rendered.map(({ subject }) => subject)).toEqual(
      Array.from({ length: 20 }, (_, index) => `Hello Ada ${index} of Analytical Engines`),
    )
  })
})

/**
 * Guarantee (MX3): a render is stopped after about a second of its CPU time, also when the machine is busy.
 * Counted as processor time of the process: the loop runs in a thread of it, and everything else sleeps.
 */
test('MX3: an endless loop gets between half a second and four seconds of CPU time', async () => {
  await sandbox.render({ ...request, templateSource: good })
  const before = process.cpuUsage()
  const message = await failure(template('for (;;) {}'))
  const { user, system } = process.cpuUsage(before)

  expect(message).toBe('Rendering took longer than 1 s.')
  expect((user + system) / 1_000_000).toBeGreaterThan(0.5)
  expect((user + system) / 1_000_000).toBeLessThan(4)
})

describe('under load', () => {
  /** Guarantee: one project's load does not delay the e-mails of other projects. */
  test('projects are served round-robin, and a full queue rejects renders', async () => {
    const done: string[] = []
    const render = (projectId: string) =>
      sandbox.render({ ...request, projectId, templateSource: good }).then(() => done.push(projectId))
    const busy = Array.from({ length: 60 }, () => render('busy'))
    const [settled] = await Promise.all([Promise.allSettled(busy), render('quiet'), render('calm')])

    expect(done.slice(0, 4).toSorted()).toEqual(['busy', 'busy', 'calm', 'quiet'])
    const refused = settled.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    expect(refused).toHaveLength(9)
    for (const reason of refused) expect(reason).toMatchObject({ name: 'RenderingInterrupted' })
  })
})
