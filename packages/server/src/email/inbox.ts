import { migrate } from '../database/migrate.ts'
import type { DatabaseServer } from '../database/open.ts'
import { checkHeaders, type Mailer } from './mailer.ts'

/** A mail as the inbox shows it. Times are epoch milliseconds. */
export interface InboxMessage {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly at: number
}

/** Mail of a server that has no SMTP server: it is kept where only this machine can read it. */
export interface Inbox extends Mailer {
  /** The newest first; of one address, or of all. At most 200. */
  messages(to?: string): Promise<InboxMessage[]>
}

const migrations = [
  {
    name: '0001-messages',
    sql: `create table messages (
      id text primary key,
      recipient text not null,
      subject text not null,
      body_text text not null,
      body_html text not null,
      locale text not null,
      sent_at timestamptz not null default now());
    create index messages_by_recipient on messages (recipient, sent_at desc);
    create index messages_by_time on messages (sent_at desc);`,
  },
]

export async function openInbox(server: DatabaseServer): Promise<Inbox> {
  await migrate(server, 'inbox', migrations)
  return {
    async send(email, messageId) {
      checkHeaders(email)
      await server.pool.query(
        `insert into inbox.messages (id, recipient, subject, body_text, body_html, locale)
         values ($1, $2, $3, $4, $5, $6) on conflict (id) do nothing`,
        [messageId, email.to.toLowerCase(), email.subject, email.text, email.html, email.locale],
      )
    },
    async messages(to) {
      const { rows } = await server.pool.query<InboxMessage & { at: string }>(
        `select id, recipient as "to", subject, body_text as text, body_html as html,
           (extract(epoch from sent_at) * 1000)::bigint as at
         from inbox.messages where $1::text is null or recipient = $1 order by sent_at desc limit 200`,
        [to?.trim().toLowerCase() ?? null],
      )
      return rows.map((row) => ({ ...row, at: Number(row.at) }))
    },
    async [Symbol.asyncDispose]() {},
  }
}
