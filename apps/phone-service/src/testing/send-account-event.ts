import { randomUUID } from 'node:crypto'
import { accountEvents } from '@parley/contract/phone'
import { Webhook } from 'standardwebhooks'
import type { TestPhone } from './start-phone.ts'

export interface SentEvent {
  readonly type: string
  readonly data: object
}

type Receiver = Pick<TestPhone, 'accounts'> & { readonly service: Pick<TestPhone['service'], 'url'> }

/** Sends an event as the account service does, or with another signature. Returns the status. */
export async function sendAccountEvent(
  phone: Receiver,
  event: SentEvent,
  secret: string | null = phone.accounts.connection.eventsSecret,
): Promise<number> {
  return (await sendEventBody(phone, JSON.stringify(event), secret)).status
}

/** Sends the body of an event as the account service does. */
export async function sendEventBody(
  phone: Receiver,
  body: string,
  secret: string | null = phone.accounts.connection.eventsSecret,
): Promise<Response> {
  const [id, at] = [`msg_${randomUUID()}`, new Date()]
  const signed: Record<string, string> =
    secret === null ? {} : { 'webhook-signature': new Webhook(secret).sign(id, at, body) }
  return await fetch(phone.service.url + accountEvents.accountEventsPath, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      ...signed,
    },
    body,
  })
}
