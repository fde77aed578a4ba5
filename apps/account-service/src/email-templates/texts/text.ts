/** What one of our own templates says. `{project}`, `{team}` and `{otp}` are filled in. */
export interface TemplateTexts {
  readonly subject: string
  readonly heading: string
  readonly body: string
  readonly button: string
  readonly ignore: string
}

/** What has changed about how somebody signs in. */
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

/** What the e-mails say in one language. */
export interface EmailTexts {
  readonly verification: TemplateTexts
  readonly passwordReset: TemplateTexts
  readonly magicLink: TemplateTexts & { readonly orCode: string }
  readonly teamInvitation: TemplateTexts
  readonly signInInvitation: TemplateTexts
  readonly addressUnverified: Omit<TemplateTexts, 'button'>
  readonly signInChanged: Pick<TemplateTexts, 'subject' | 'heading' | 'ignore'> & {
    readonly changes: Readonly<Record<SignInChange, string>>
  }
  /** Before the link as text, for readers without buttons. */
  readonly orLink: string
  /** The link at the foot of optional mail. */
  readonly unsubscribe: string
}
