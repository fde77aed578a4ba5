import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const modulePath = new URL('./log-unhandled-errors.ts', import.meta.url).href

function run(code: string) {
  const program = `import { logUnhandledErrors } from '${modulePath}'\nlogUnhandledErrors()\n${code}`
  const { stderr, stdout, status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  })
  return { status, stdout, firstLine: JSON.parse(stderr.split('\n')[0] ?? '') }
}

/** Guarantee (AV1): a failure without a handler does not end the process. */
test('AV1: an unhandled rejection is logged, and the process continues', () => {
  const { status, stdout, firstLine } = run(
    `Promise.reject(new Error('broken')); setTimeout(() => console.log('continued'), 50)`,
  )

  expect([status, stdout]).toEqual([0, 'continued\n'])
  expect(firstLine).toMatchObject({ level: 'error', event: 'rejection.unhandled' })
  expect(firstLine.failure).toContain('broken')
})

test('a rejection with a value that is not an error is logged', () => {
  expect(run(`Promise.reject(Object.create(null)); Promise.reject('text')`)).toMatchObject({ status: 0 })
})

test('an uncaught exception is logged and ends the process', () => {
  const { status, stdout, firstLine } = run(
    `setTimeout(() => console.log('continued'), 50); setImmediate(() => { throw new Error('broken') })`,
  )

  expect([status, stdout]).toEqual([1, ''])
  expect(firstLine).toMatchObject({ level: 'error', event: 'exception.uncaught' })
})
