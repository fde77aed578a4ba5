/** A rendered e-mail. */
export interface Email {
  readonly from: { readonly name: string; readonly address: string }
  readonly to: string
  /** Where replies go; omitted: to the sender. */
  readonly replyTo?: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /**
   * Language of the text (BCP 47). Stored with the e-mail, because the reader's language may change later.
   */
  readonly locale: string
  /** URL for one-click unsubscribe by POST (RFC 8058), if the reader can unsubscribe. */
  readonly unsubscribeUrl?: string
}

/** Sends e-mail. `email.test.ts` tests the guarantees of every implementation. */
export interface Mailer extends AsyncDisposable {
  /**
   * Sends one e-mail. The message id identifies repeated deliveries.
   *
   * @throws {SmtpError} when the server does not accept the e-mail.
   * @throws {Error} when a header contains control characters.
   */
  send(email: Email, messageId: string): Promise<void>
}

/**
 * Rejects control characters, which could inject headers.
 *
 * @throws {Error} naming the field.
 */
export function requireSafeHeaders(email: Email): void {
  const headers = {
    to: email.to,
    subject: email.subject,
    'sender name': email.from.name,
    from: email.from.address,
    'reply-to address': email.replyTo ?? '',
    'unsubscribe link': email.unsubscribeUrl ?? '',
    language: email.locale,
  }
  for (const [field, value] of Object.entries(headers)) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern rejects control characters.
    if (/[\u0000-\u001f\u007f\u2028\u2029]/.test(value))
      throw new Error(`The ${field} of an e-mail contains a line break.`)
  }
}
