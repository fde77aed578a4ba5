/** What the e-mails say in one language. `{project}` and `{otp}` are filled in. */
export interface EmailTexts {
  readonly verification: {
    readonly subject: string
    readonly heading: string
    readonly body: string
    readonly button: string
    readonly ignore: string
  }
  readonly magicLink: {
    readonly subject: string
    readonly heading: string
    readonly body: string
    readonly button: string
    readonly orCode: string
    readonly ignore: string
  }
  /** Before the link as text, for readers without buttons. */
  readonly orLink: string
}
