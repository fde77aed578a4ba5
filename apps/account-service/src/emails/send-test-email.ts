import { randomUUID } from 'node:crypto'
import type { ResponseOf } from '@parley/contract'
import type { emails } from '@parley/contract/account'
import { SmtpFailure, sendThrough } from '@parley/server'
import { escapeHtml } from '@parley/server/pages'
import type { ServedRequest } from '../access/index.ts'
import { recordAudit } from '../audit/index.ts'
import { oneLine } from '../email-templates/index.ts'
import type { Services } from '../services.ts'

type Send = typeof emails.sendTestEmail

/** Tests an e-mail server that is not in use yet. A failure is part of a successful response. */
export async function sendTestEmail(
  { database, options, now }: Pick<Services, 'database' | 'options' | 'now'>,
  { project, actor, body, call }: ServedRequest<Send>,
): Promise<ResponseOf<Send>> {
  const { host, port, username, password, sender_name, sender_email } = body.email_config
  await recordAudit(database, {
    projectId: project.id,
    actor,
    action: 'email_server.tested',
    details: { host: host.slice(0, 255), port },
    call,
    at: now(),
  })
  const text = `This e-mail shows that ${oneLine(project.displayName)} can send through this server.`
  try {
    await sendThrough(
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
    if (!(error instanceof SmtpFailure)) throw error
    return { success: false, error_message: error.message }
  }
}
