/** Messages of a built-in template. `{project}`, `{team}` and `{otp}` are placeholders. */
export interface TemplateMessages {
  readonly subject: string
  readonly heading: string
  readonly body: string
  readonly button: string
  readonly ignore: string
}

/** A change of a user's sign-in methods. */
export type SignInChange =
  | 'password-changed'
  | 'passkey-added'
  | 'passkey-removed'
  | 'second-factor-on'
  | 'second-factor-off'
  | 'recovery-code-used'
  | 'recovery-codes-made'
  | 'provider-linked'
  | 'provider-unlinked'
  | 'code-sign-in-on'
  | 'code-sign-in-off'
  | 'address-added'
  | 'address-removed'
  | 'primary-address-changed'

/** Messages of all e-mails in one language. */
export interface EmailMessages {
  readonly verification: TemplateMessages
  readonly passwordReset: TemplateMessages
  readonly magicLink: TemplateMessages & { readonly orCode: string }
  readonly teamInvitation: TemplateMessages
  readonly signInInvitation: TemplateMessages
  readonly addressUnverified: Omit<TemplateMessages, 'button'>
  readonly signInChanged: Pick<TemplateMessages, 'subject' | 'heading' | 'ignore'> & {
    readonly changes: Readonly<Record<SignInChange, string>>
  }
  /** Precedes the plain link, for mail clients without buttons. */
  readonly orLink: string
  /** The link in the footer of optional e-mails. */
  readonly unsubscribe: string
}
