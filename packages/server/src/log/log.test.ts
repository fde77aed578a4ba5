import { expect, test } from 'vitest'
import { createLog } from './log.ts'

function captureLog(write: (log: ReturnType<typeof createLog>) => void): string {
  let written = ''
  const destination = {
    write(text: string) {
      written += text
    },
  }
  write(createLog({ level: 'info', destination }))
  return written
}

const secret = 'w8s4k2m9x1q7b5n3v6c0d8f2g4h6j9k1m3p5r7t9w2'

/** Guarantee (OP1): secrets never reach the log, in any field or text. */
test.each([
  ['a field', { password: secret }],
  ['a field deep down', { request: { headers: [{ authorization: secret }] } }],
  ['a field of another case', { 'X-Stack-Refresh-Token': secret, superSecretAdminKey: secret }],
  ['a random text', { note: `came with ${secret} in it` }],
  ['a key with a prefix', { note: `pck_${secret}` }],
  [
    'a link',
    { note: `https://parley.example.com/handler/email-verification?code=${secret.slice(0, 12)}&x=1` },
  ],
  ['the fragment of a link', { note: `https://parley.example.com/set-up#${secret.slice(0, 12)}` }],
  [
    'an address with a password',
    { note: `postgresql://parley:${secret.slice(0, 12)}@db.example.com/parley` },
  ],
  ['the message of an error', { error: new Error(`refused ${secret}`) }],
  ['the cause of an error', { error: new Error('refused', { cause: new Error(`by ${secret}`) }) }],
  ['what an error carries', { error: Object.assign(new Error('refused'), { parameters: [secret] }) }],
])('%s is logged without its secret', (_where, fields) => {
  const written = captureLog((log) => log.error('request.failed', fields))

  expect(written).toContain('request.failed')
  expect(written).not.toContain(secret.slice(0, 12))
})

test('other values are logged, and errors with their stack', () => {
  const written = captureLog((log) =>
    log.warn('job.failed', { jobId: 'b1', error: new TypeError('no such bell') }),
  )

  const line = JSON.parse(written) as Record<string, unknown>
  expect(line).toMatchObject({ level: 'warn', event: 'job.failed', jobId: 'b1' })
  expect(line.error).toMatchObject({ type: 'TypeError', message: 'no such bell' })
  expect((line.error as { stack: string }).stack).toContain('log.test.ts')
})

test('an error that is its own cause can be logged', () => {
  const error = new Error('round')
  error.cause = error

  expect(captureLog((log) => log.info('loop.seen', { error }))).toContain('[deep]')
})
