import { z } from 'zod'
import { migrate } from '../database/migrate.ts'
import type { DatabaseServer } from '../database/open.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { type Mailer, requireSafeHeaders } from './mailer.ts'

/** A message in the inbox. Times are epoch milliseconds. */
export interface InboxMessage {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly at: number
}

/** Stores mail while no SMTP server is set. It can be read from this machine only. */
export interface Inbox extends Mailer {
  /** Returns up to 200 messages, to one recipient or to all, the newest first. */
  messages(to?: string): Promise<InboxMessage[]>
  /** Returns the message with this id, or null. */
  message(id: string): Promise<InboxMessage | null>
}

/** The encrypted part of a message: everything except recipient and time. */
const messageBody = z.object({ subject: z.string(), text: z.string(), html: z.string(), locale: z.string() })

const migrations = [
  {
    name: '0001-messages',
    sql: `create table messages (
      id text primary key,
      recipient text not null,
      sealed text not null,
      sent_at timestamptz not null default now());
    create index messages_by_recipient on messages (recipient, sent_at desc);
    create index messages_by_time on messages (sent_at desc);`,
  },
]

interface Row {
  readonly id: string
  readonly to: string
  readonly sealed: string
  readonly at: string
}

const select = `select id, recipient as "to", sealed, (extract(epoch from sent_at) * 1000)::bigint as at
  from inbox.messages`

/**
 * Opens the inbox. Messages are encrypted, because their links sign users in and must not leak with a
 * database dump.
 */
export async function openInbox(server: DatabaseServer, secrets: Secrets): Promise<Inbox> {
  await migrate(server, 'inbox', migrations)
  const opened = ({ id, to, sealed, at }: Row): InboxMessage => {
    const { subject, text, html } = messageBody.parse(JSON.parse(secrets.open(sealed, toPurpose(id))))
    return { id, to, subject, text, html, at: Number(at) }
  }

  return {
    async send(email, messageId) {
      requireSafeHeaders(email)
      const sealed = secrets.seal(JSON.stringify(messageBody.parse(email)), toPurpose(messageId))
      await server.pool.query(
        'insert into inbox.messages (id, recipient, sealed) values ($1, $2, $3) on conflict (id) do nothing',
        [messageId, email.to.toLowerCase(), sealed],
      )
    },
    async messages(to) {
      const { rows } = await server.pool.query<Row>(
        `${select} where $1::text is null or recipient = $1 order by sent_at desc limit 200`,
        [to?.trim().toLowerCase() ?? null],
      )
      return rows.map(opened)
    },
    async message(id) {
      const { rows } = await server.pool.query<Row>(`${select} where id = $1`, [id])
      return rows[0] ? opened(rows[0]) : null
    },
    async [Symbol.asyncDispose]() {},
  }
}

function toPurpose(messageId: string): string {
  return `inbox message ${messageId}`
}
