import { readFile } from 'node:fs/promises'
import { startTestApp } from '@parley/dev-env'
import { waitUntil } from '@parley/primitives'
import { expect, test } from 'vitest'

const rejectOnSignal =
  "process.on('SIGUSR2',()=>{Promise.reject(new Error('rejected-in-'+process.pid))})".replaceAll(' ', '%20')

/** Guarantee (AV1): a failure without a handler ends neither the product nor a call. */
test('AV1: an unhandled rejection in any process is logged, and the product continues to serve', async () => {
  const settings = { NODE_OPTIONS: `--import=data:text/javascript,${rejectOnSignal}` }
  await using app = await startTestApp({ settings })
  const children = await listNodeChildren(app.pid)
  expect(children.length).toBeGreaterThanOrEqual(2)

  for (const pid of [app.pid, ...children]) {
    process.kill(pid, 'SIGUSR2')
    await waitUntil('the rejection is logged', () => app.output.includes(`rejected-in-${pid}`))
  }

  expect((await fetch(`${app.accountsUrl}/health?db=1`)).status).toBe(200)
  expect((await fetch(`${app.phoneUrl}/health?db=1`)).status).toBe(200)
  expect(await listNodeChildren(app.pid)).toEqual(children)
})

/** Returns the media processes and the simulated telephone network. */
async function listNodeChildren(pid: number): Promise<number[]> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean)
  const commands = await Promise.all(children.map((child) => readFile(`/proc/${child}/cmdline`, 'utf8')))
  return children.filter((_, index) => commands[index]?.includes('main.ts')).map(Number)
}
