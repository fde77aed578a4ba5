import type { Email } from './mailer.ts'

/** E-mails cannot attach local files or fetch URLs. */
export const noLocalAccess = { disableFileAccess: true, disableUrlAccess: true } as const

export function toNodemailerMessage(
  { from, to, replyTo, subject, text, html, locale, unsubscribeUrl }: Email,
  messageId: string,
) {
  return {
    from: { name: from.name, address: from.address },
    to: { name: '', address: to },
    ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
    subject,
    text,
    html,
    messageId: `<${messageId}@${from.address.split('@')[1] ?? 'parley.invalid'}>`,
    headers: {
      'Content-Language': locale,
      // RFC 2369 and RFC 8058: one-click unsubscribe in the mail client.
      ...(unsubscribeUrl
        ? {
            'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }
        : {}),
    },
  }
}
