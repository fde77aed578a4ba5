import { randomUUID } from 'node:crypto'
import type { ResponseOf } from '@parley/contract'
import { mail, PhoneError } from '@parley/contract/phone'
import { type PassedStep, type RateLimit, SmtpError } from '@parley/server'
import { limitConnectionTest } from '../connection-tests/index.ts'
import { findLanguage } from '../limits/index.ts'
import type { CurrentUser, PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { selectPassword } from './mail-password.ts'
import { findMailServer, type StoredMailServer } from './records/mail-servers.ts'
import { sendThroughServer } from './send-through-server.ts'
import { createTestMail } from './test-mail-texts.ts'
import { toMailFailure, toShownReply } from './to-mail-problem.ts'

type TestMailServer = typeof mail.testMailServer
type TestResult = ResponseOf<TestMailServer>

/** Tests of a workspace: each connects to an address that an administrator chose. */
const testLimit: RateLimit = { name: 'phone-mail-tests', attempts: 10, windowMs: 600_000, kind: 'sliding' }

type Deps = Pick<Services, 'database' | 'secrets' | 'settings' | 'rateLimits' | 'now'>

/** Sends a test e-mail. The settings are those of the request, not the stored ones. */
export async function testMailServer(
  services: Deps,
  { user, body }: PhoneRequest<TestMailServer>,
): Promise<TestResult> {
  const { workspaceId } = user
  requireRecipient(user)
  await limitConnectionTest(services, user, { host: body.host, perWorkspace: testLimit })
  const stored = await findMailServer(services.database, workspaceId)
  const { password: _, ...settings } = body
  const passwordEncrypted = selectPassword(services, stored, { ...body, workspaceId })
  const server = { workspaceId, ...settings, passwordEncrypted, changedAt: services.now() }
  return await sendTestMail(services, user, server)
}

/**
 * Sends a test e-mail through the stored server of the workspace of a user. Null when it has none.
 *
 * @throws {PhoneError} `EMAIL_ADDRESS_NOT_VERIFIED`, `TOO_MANY_REQUESTS`
 */
export async function testStoredMailServer(services: Deps, user: CurrentUser): Promise<TestResult | null> {
  const stored = await findMailServer(services.database, user.workspaceId)
  if (!stored) return null
  requireRecipient(user)
  await limitConnectionTest(services, user, { host: stored.host, perWorkspace: testLimit })
  return await sendTestMail(services, user, stored)
}

/** Returns the verified address of a user. @throws {PhoneError} `EMAIL_ADDRESS_NOT_VERIFIED` */
function requireRecipient({ primaryEmail, isEmailVerified }: CurrentUser): string {
  if (primaryEmail === null || !isEmailVerified) throw new PhoneError('EMAIL_ADDRESS_NOT_VERIFIED')
  return primaryEmail
}

async function sendTestMail(
  services: Deps,
  user: CurrentUser,
  server: StoredMailServer,
): Promise<TestResult> {
  const recipient = requireRecipient(user)
  const passed: PassedStep[] = []
  const content = createTestMail(recipient, await findLanguage(services, user.workspaceId))
  const onStep = (step: PassedStep) => passed.push(step)
  try {
    await sendThroughServer(services, server, content, { mailId: randomUUID(), onStep })
    return { recipient, steps: toSteps(passed, null), problem: null, reply: null }
  } catch (error) {
    const { problem, reply } = toMailFailure(error)
    const reason = error instanceof SmtpError ? error.reason : null
    return { recipient, steps: toSteps(passed, toFailedStep(passed, reason)), problem, reply }
  }
}

/** Returns the step that has failed. Nothing is reported of it but the reason. */
function toFailedStep(passed: readonly PassedStep[], reason: SmtpError['reason'] | null): mail.MailStep {
  switch (reason) {
    case 'tls':
      return 'encrypt'
    case 'auth-refused':
    case null:
      return 'sign-in'
    case 'sender-refused':
      return 'sender'
    case 'recipient-refused':
      return 'recipient'
    case 'rejected':
      return 'accept'
    default: {
      const last = passed.at(-1)
      const next = last ? mail.mailStep.options.indexOf(last.step) + 1 : 0
      const step = mail.mailStep.options[next] ?? 'accept'
      // After the connection, a server that does not reply is waiting for the next command.
      return step === 'encrypt' || step === 'sign-in' ? 'sender' : step
    }
  }
}

function toSteps(passed: readonly PassedStep[], failed: mail.MailStep | null): TestResult['steps'] {
  const order = mail.mailStep.options
  return order.map((step, index) => {
    const found = passed.find((each) => each.step === step)
    if (found)
      return { step, result: 'passed', tookMs: found.tookMs, detail: toShownReply(found.detail) } as const
    const failedIndex = failed === null ? order.length : order.indexOf(failed)
    const result =
      index === failedIndex ? 'failed' : index > failedIndex ? 'not-reached' : toEarlierResult(step)
    return { step, result, tookMs: null, detail: null } as const
  })
}

/** Sender and recipient are reported with the acceptance only; other steps before a failure were left out. */
function toEarlierResult(step: mail.MailStep): 'passed' | 'left-out' {
  return step === 'encrypt' || step === 'sign-in' ? 'left-out' : 'passed'
}
