import { expect, test } from 'vitest'
import { createSandbox, type RenderSources, type Sandbox } from './index.ts'

const good = 'export function EmailTemplate() { return <p>Hello</p> }'
/** Native code, which the interpreter cannot interrupt. */
const endless = `export function EmailTemplate() {
  const text = 'a'.repeat(1e7)
  for (let i = 0; i < 50; i++) text.lastIndexOf('a'.repeat(5e6) + 'b')
  return <p>Hello</p>
}`
/** Exhausts the stack of the interpreter, whose thread cannot be used again. */
const nestedTooDeeply = `export function EmailTemplate() {
  return eval('('.repeat(2e5) + '1' + ')'.repeat(2e5))
}`

const request: RenderSources = {
  projectId: 'ada/engines',
  previewSignal: null,
  templateSource: good,
  themeSource: null,
  html: null,
  variables: null,
  userDisplayName: 'Ada',
  projectDisplayName: 'Analytical Engines',
  unsubscribeLink: null,
}

/** Creates a sandbox in which the name of a project begins with that of its owner. */
function createTestSandbox(renderTimeoutMs = 10_000): Sandbox {
  return createSandbox({ findOwnerId: async (projectId) => projectId.split('/')[0] ?? '', renderTimeoutMs })
}

/** Renders in each of the projects, and returns the names of all in the order in which they ended. */
async function renderAll(sandbox: Sandbox, requests: readonly RenderSources[]) {
  const ended: string[] = []
  await Promise.all(
    requests.map((sources) =>
      sandbox.render(sources).then(
        () => ended.push(sources.projectId),
        (error: Error) => ended.push(`${sources.projectId}: ${error.message}`),
      ),
    ),
  )
  return ended
}

const open = new AbortController().signal

test('ZR36: all projects of an owner share the turns of the owner', async () => {
  await using sandbox = createTestSandbox()
  const projects = ['ada/first', 'ada/second', 'ada/third', 'ada/fourth', 'grace/notes']

  const ended = await renderAll(
    sandbox,
    projects.map((projectId) => ({ ...request, projectId })),
  )

  expect(ended.slice(0, 3)).toEqual(['ada/first', 'ada/second', 'grace/notes'])
})

test('ZR36: one owner with many projects does not use up the places of others, nor previews those of e-mails', async () => {
  await using sandbox = createTestSandbox()
  const previews = Array.from({ length: 300 }, (_, index) => ({
    ...request,
    previewSignal: open,
    projectId: `ada/${index}`,
  }))

  const ended = await renderAll(sandbox, [
    ...previews,
    { ...request, projectId: 'ada/delivery' },
    { ...request, previewSignal: open, projectId: 'grace/notes' },
  ])
  const rendered = ended.filter((name) => !name.includes(':'))

  const renderedPreviews = rendered.filter((name) => name !== 'ada/delivery')

  expect(rendered).toHaveLength(53)
  expect(renderedPreviews).toHaveLength(52)
  expect(renderedPreviews.slice(0, 3).toSorted()).toEqual(['ada/0', 'ada/1', 'grace/notes'])
})

test('ZR36: a preview whose request was closed is not rendered', async () => {
  await using sandbox = createTestSandbox()
  const closed = new AbortController()
  const rendering = renderAll(sandbox, [
    { ...request, previewSignal: open },
    { ...request, previewSignal: closed.signal, projectId: 'ada/closed' },
    { ...request, previewSignal: open, projectId: 'ada/last' },
  ])
  closed.abort()

  expect((await rendering).filter((name) => !name.includes(':'))).toEqual(['ada/engines', 'ada/last'])
})

test('ZR532: e-mails are rendered while a preview of another owner cannot be interrupted', async () => {
  await using sandbox = createTestSandbox()
  await sandbox.render(request)
  const ended = await renderAll(sandbox, [
    { ...request, templateSource: endless, previewSignal: open },
    { ...request, projectId: 'grace/notes' },
  ])

  expect(ended).toEqual(['grace/notes', 'ada/engines: Rendering took too long.'])
})

test('ZR532: a render that cannot be interrupted ends by the CPU time that it used', async () => {
  await using sandbox = createTestSandbox(1_000_000_000)
  const ended = await renderAll(sandbox, [
    { ...request, templateSource: endless },
    { ...request, projectId: 'grace/notes' },
  ])

  expect(ended).toEqual(['ada/engines: Rendering took too long.', 'grace/notes'])
})

test('ZR532: an owner whose render has ended a thread delays no further e-mails of others', async () => {
  await using sandbox = createTestSandbox()
  const crash = { ...request, templateSource: nestedTooDeeply }
  await renderAll(sandbox, [crash, { ...crash, projectId: 'ada/waiting' }])
  await sandbox.render({ ...request, projectId: 'grace/notes' })
  const ended = await renderAll(sandbox, [
    { ...request, templateSource: endless },
    { ...request, projectId: 'grace/notes' },
  ])

  expect(ended).toEqual(['grace/notes', 'ada/engines: Rendering took too long.'])
})

test('ZR37: an owner whose render takes too long waits, and others do not', async () => {
  await using sandbox = createTestSandbox()
  const ended = await renderAll(sandbox, [
    { ...request, templateSource: endless },
    { ...request, projectId: 'ada/notes' },
    { ...request, projectId: 'grace/notes' },
  ])
  const next = await renderAll(sandbox, [request])

  expect(ended.toSorted()).toEqual([
    'ada/engines: Rendering took too long.',
    'ada/notes: Too many renders are pending. Try again in a moment.',
    'grace/notes',
  ])
  expect(next).toEqual(['ada/engines: Too many renders are pending. Try again in a moment.'])
})

test('ZR38: when the sandbox is disposed, running and waiting renders are rejected, and later ones too', async () => {
  const sandbox = createTestSandbox()
  const rendering = renderAll(sandbox, [
    { ...request, templateSource: endless },
    { ...request, projectId: 'grace/notes' },
    { ...request, projectId: 'hedy/notes', previewSignal: open },
  ])
  await sandbox[Symbol.asyncDispose]()
  const ended = [...(await rendering), ...(await renderAll(sandbox, [request]))]

  expect(ended.toSorted()).toEqual([
    'ada/engines: The sandbox stopped.',
    'ada/engines: The sandbox stopped.',
    'grace/notes: The sandbox stopped.',
    'hedy/notes: The sandbox stopped.',
  ])
})
