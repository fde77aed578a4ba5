import { PhoneError } from '@parley/contract/phone'
import type { RequestInfo } from '@parley/server/http'
import { afterEach, expect, test, vi } from 'vitest'
import type { Services } from '../../services.ts'
import { sendAudio } from './send-audio.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** Guarantee (ZR958): neither an outage nor wrong keys of others in its network end the audio of a valid key. */
test.each<[string, PhoneError, boolean]>([
  [
    'continues while the network has sent too many wrong keys',
    new PhoneError('TOO_MANY_REQUESTS', { retryAfterSeconds: 5 }),
    false,
  ],
  ['continues in an outage of the account service', new PhoneError('ACCOUNTS_UNREACHABLE'), false],
  ['ends when the key is invalid', new PhoneError('API_KEY_INVALID'), true],
])('ZR958: audio that is being sent %s', async (_name, error, ends) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const services = { log: { warn() {} } } as unknown as Services
  const info = {
    ip: '192.0.2.1',
    method: 'GET',
    // The header of the file, whose playback is not audited.
    headers: { range: 'bytes=0-9' },
    signal: new AbortController().signal,
  } as unknown as RequestInfo
  const audio = {
    totalBytes: 1_000,
    async *read() {
      yield Buffer.alloc(10)
    },
  }
  const request = { listener: { userId: 'key', workspaceId: 'bakery' }, query: {}, info }
  const authorize = vi.fn(async () => {
    throw error
  })
  const { body } = await sendAudio(services, { type: 'call', id: 'call' }, request, {
    authorize,
    open: async () => audio,
  })
  if (typeof body === 'string') throw new Error('Expected audio.')
  await vi.advanceTimersByTimeAsync(5_000)

  expect(authorize).toHaveBeenCalledOnce()
  expect(body.destroyed).toBe(ends)
  body.destroy()
})
