import { createServer, type Server } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { giveToNewOwner } from '../../projects/testing.ts'
import { setUpAccountService, startAccountService, type TestService } from '../../testing.ts'
import { createTestProject, headersForProject, startSmtpServer, type TestProject } from './testing.ts'

const options = { outboundNetworks: ['127.0.0.0/8'] }
const service = setUpAccountService({ options })

const sockets: Server[] = []
afterAll(() => {
  for (const server of sockets) server.close()
})

/** A server that sends one line, or nothing, to every client. */
async function startSaying(line: string): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    if (line) socket.write(line)
  })
  sockets.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as { port: number }).port
}

type Config = Awaited<ReturnType<typeof startSmtpServer>>['config']

async function tryOut(email_config: Partial<Config>, running = service()) {
  const config = {
    host: '127.0.0.1',
    port: 25,
    username: 'engines',
    password: 'right',
    sender_name: 'Engines',
    sender_email: 'mail@engines.example.com',
    ...email_config,
  }
  const { admin } = await headersForProject(running, running.phoneProjectId)
  const body = { recipient_email: 'ada@example.com', email_config: config }
  const { status, body: response } = await running.post('/internal/send-test-email', body, admin)
  expect(status).toBe(200)
  return response
}

const refusing = (responseCode: number) => Object.assign(new Error('No'), { responseCode })

describe('testing an e-mail server', () => {
  test('sends an e-mail with both parts and reports success', async () => {
    await using smtp = await startSmtpServer()

    expect(await tryOut(smtp.config)).toEqual({ success: true })
    expect(smtp.received).toHaveLength(1)
    expect(smtp.received[0]?.to).toEqual(['ada@example.com'])
    expect(smtp.received[0]?.raw).toContain('text/plain')
    expect(smtp.received[0]?.raw).toContain('text/html')
    expect(smtp.received[0]?.raw).toContain('From: Engines <mail@engines.example.com>')
  })

  test('requires an owner and a complete server configuration', async () => {
    const body = { recipient_email: 'ada@example.com', email_config: { host: 'mail.example.com' } }
    const serverHeaders = await service().post('/internal/send-test-email', body, service().serverHeaders)
    const { admin } = await headersForProject(service(), service().phoneProjectId)
    const incomplete = await service().post('/internal/send-test-email', body, admin)

    expect(serverHeaders.headers.get('x-stack-known-error')).toBe('INSUFFICIENT_ACCESS_TYPE')
    expect(incomplete.headers.get('x-stack-known-error')).toBe('SCHEMA_ERROR')
  })

  test('OP5: timeout: a silent server', async () => {
    await using isolated = await startAccountService({ options: { ...options, testEmailTimeoutMs: 300 } })
    const port = await startSaying('')

    expect(await tryOut({ port }, isolated)).toEqual({
      success: false,
      error_message: 'The e-mail server did not answer in time. Check host and port.',
    })
  })

  test('host unknown: a name without an address', async () => {
    expect((await tryOut({ host: 'mail.engines.invalid' })).error_message).toContain('was not found')
  })

  /** Guarantee: an e-mail server cannot be used to reach private networks or cloud metadata. */
  test.each(['10.0.0.1', '169.254.169.254', '192.168.1.1', '[::1]', '0.0.0.0'])(
    'LK6: %s is not contacted',
    async (host) => {
      expect(await tryOut({ host })).toEqual({
        success: false,
        error_message: 'The e-mail server is in a blocked private network. Check the host.',
      })
    },
  )

  test('LK6: loopback is not contacted unless the operator allows it', async () => {
    await using isolated = await startAccountService()
    await using smtp = await startSmtpServer()

    expect((await tryOut(smtp.config, isolated)).error_message).toContain('blocked private network')
    expect((await tryOut({ ...smtp.config, host: 'localhost' }, isolated)).error_message).toContain(
      'blocked private network',
    )
    expect(smtp.received).toEqual([])
  })

  test('unreachable: a closed port', async () => {
    const smtp = await startSmtpServer()
    await smtp[Symbol.asyncDispose]()

    expect((await tryOut(smtp.config)).error_message).toContain('cannot be reached')
  })

  test('tls: an untrusted certificate', async () => {
    await using smtp = await startSmtpServer({ disabledCommands: [] })

    expect((await tryOut(smtp.config)).error_message).toContain('could not be secured')
    expect(smtp.received).toEqual([])
  })

  test('auth refused: a wrong password', async () => {
    await using smtp = await startSmtpServer()

    expect((await tryOut({ ...smtp.config, password: 'wrong' })).error_message).toContain(
      'rejected the user name or password. Check both. The server replied 535.',
    )
  })

  test.each([
    ['sender refused', { onMailFrom: (_a, _s, done) => done(refusing(550)) }, 'the sender address'],
    ['recipient refused', { onRcptTo: (_a, _s, done) => done(refusing(550)) }, 'rejected the recipient'],
    [
      'rejected',
      {
        onData: (stream, _s, done) => {
          stream.resume()
          stream.on('end', () => done(refusing(554)))
        },
      },
      'rejected the message',
    ],
  ] satisfies [string, Parameters<typeof startSmtpServer>[0], string][])(
    '%s',
    async (_name, responses, message) => {
      await using smtp = await startSmtpServer(responses)
      const response = await tryOut(smtp.config)

      expect(response.success).toBe(false)
      expect(response.error_message).toContain(message)
      expect(smtp.received).toEqual([])
    },
  )

  test('unknown: not an e-mail server', async () => {
    const port = await startSaying('HTTP/1.1 400 Bad Request\r\n\r\n')

    expect((await tryOut({ port })).error_message).toContain('an unknown reason')
  })

  test('the password appears in no log and no row', async () => {
    await using smtp = await startSmtpServer()
    await tryOut({ ...smtp.config, password: 'a-canary-of-a-password' })
    const { rows } = await service().server.pool.query('select details::text from accounts.audit_entries')

    expect(rows.map(({ details }) => details).join()).not.toContain('canary')
  })
})

/** Guarantee: an owner, who may be a stranger, does not use the service against servers and recipients of others. */
describe('ZR581: the tests of owners are limited', () => {
  const createOwnedProjects = async (running: TestService) => {
    const projects = [await createTestProject(running), await createTestProject(running)] as const
    await giveToNewOwner(
      running,
      projects.map(({ id }) => id),
    )
    return projects
  }

  const send = (running: TestService, { admin }: TestProject, host: string, recipient: string, port = 25) => {
    const email_config = {
      host,
      port,
      username: 'engines',
      password: 'right',
      sender_name: 'Engines',
      sender_email: 'mail@engines.example.com',
    }
    const body = { recipient_email: recipient, email_config }
    return running.post('/internal/send-test-email', body, admin)
  }

  test('ZR581: four tests of one owner run at a time, in all projects together', async () => {
    await using isolated = await startAccountService({
      options: { ...options, internalSignUp: true, testEmailTimeoutMs: 1_000 },
    })
    const [engines, notes] = await createOwnedProjects(isolated)
    let [open, most] = [0, 0]
    const silent = createServer((socket) => {
      open += 1
      most = Math.max(most, open)
      socket.on('error', () => {}).on('close', () => (open -= 1))
    })
    sockets.push(silent)
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as { port: number }

    const responses = await Promise.all(
      [engines, notes, engines, notes, engines, notes].map((project) =>
        send(isolated, project, '127.0.0.1', 'ada@example.com', port),
      ),
    )

    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200))
    expect(most).toBe(4)
  })

  test('ZR581: in ten minutes an owner has 20 tests, a host 30, and a recipient 10', async () => {
    await using isolated = await startAccountService({
      options: { internalSignUp: true },
      rateLimitFactor: 1,
    })
    const [engines, notes] = await createOwnedProjects(isolated)
    const [other] = await createOwnedProjects(isolated)
    const [third] = await createOwnedProjects(isolated)
    const times = async (count: number, run: (index: number) => ReturnType<typeof send>) => {
      const responses = await Promise.all(Array.from({ length: count }, (_, index) => run(index)))
      const limited = responses.filter(({ status }) => status === 429)
      for (const { headers } of limited) expect(headers.get('retry-after')).toMatch(/^[1-5]$/)
      return responses.length - limited.length
    }

    const ofOwner = await times(24, (index) =>
      send(isolated, index % 2 ? engines : notes, '10.0.0.1', `ada-${index}@example.com`),
    )
    const ofHost = await times(12, (index) => send(isolated, other, '10.0.0.1', `bob-${index}@example.com`))
    const ofRecipient = await times(12, (index) =>
      send(isolated, third, `10.0.1.${index}`, 'Grace@example.com'),
    )

    expect([ofOwner, ofHost, ofRecipient]).toEqual([20, 10, 10])
  })
})
