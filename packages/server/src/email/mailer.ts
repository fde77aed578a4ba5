/** One mail, ready to hand over. */
export interface Email {
  readonly from: { readonly name: string; readonly address: string }
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Language of the text, as in BCP 47: kept with the mail, since it was the reader's when it was asked for. */
  readonly locale: string
  /** Where a POST unsubscribes the reader (RFC 8058); in mail that may be unsubscribed from. */
  readonly unsubscribeUrl?: string
}

/** Hands mail over. What an implementation promises is tested with each of them in `email.test.ts`. */
export interface Mailer extends AsyncDisposable {
  /**
   * Hands one mail over. The message id makes a repeated hand-over recognisable.
   *
   * @throws {SmtpFailure} when it was not taken.
   * @throws {Error} when it holds what no mail may.
   */
  send(email: Email, messageId: string): Promise<void>
}

/**
 * Refuses what would let a value write headers of its own.
 *
 * @throws {Error} naming the field.
 */
export function checkHeaders(email: Email): void {
  const headers = {
    to: email.to,
    subject: email.subject,
    'sender name': email.from.name,
    from: email.from.address,
    'unsubscribe link': email.unsubscribeUrl ?? '',
    language: email.locale,
  }
  for (const [field, value] of Object.entries(headers)) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
    if (/[\u0000-\u001f\u007f\u2028\u2029]/.test(value))
      throw new Error(`The ${field} of a mail holds a line break.`)
  }
}
