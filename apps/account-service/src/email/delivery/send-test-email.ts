import { randomUUID } from 'node:crypto'
import type { ResponseOf } from '@parley/contract'
import type { emails } from '@parley/contract/account'
import { SmtpError, sendViaSmtp } from '@parley/server'
import { escapeHtml } from '@parley/server/pages'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { oneLine, withEmailName } from '../templates/index.ts'
import { limitTestEmails } from './limit-emails.ts'

type Send = typeof emails.sendTestEmail

/** Tests an e-mail server that is not in use yet. A failure is part of a successful response. */
export async function sendTestEmail(
  services: Pick<Services, 'rateLimits' | 'findOwnerId' | 'options'>,
  request: EndpointRequest<Send>,
): Promise<ResponseOf<Send>> {
  const { options } = services
  const { body } = request
  const project = withEmailName(request.project)
  const { host, port, username, password, sender_name, sender_email } = body.email_config
  await limitTestEmails(services, { project, host, recipient: body.recipient_email })
  await request.audit('email_server.tested', null, { host: host.slice(0, 255), port })
  const text = `This e-mail shows that ${oneLine(project.displayName)} can send through this server.`
  try {
    await sendViaSmtp(
      { host, port, username, password },
      {
        from: { name: oneLine(sender_name), address: sender_email },
        to: body.recipient_email,
        subject: `Test e-mail of ${oneLine(project.displayName)}`,
        text: `${text}\n`,
        html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Test e-mail</title></head><body><p>${escapeHtml(text)}</p></body></html>`,
        locale: 'en-US',
      },
      randomUUID(),
      { timeoutMs: options.testEmailTimeoutMs, outbound: { allowedNetworks: options.outboundNetworks } },
    )
    return { success: true }
  } catch (error) {
    if (!(error instanceof SmtpError)) throw error
    return { success: false, error_message: error.message }
  }
}
