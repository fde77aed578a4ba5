/** Messages of the set-up page in one language. */
export interface SetUpMessages {
  readonly title: string
  readonly intro: string
  readonly name: string
  readonly email: string
  readonly password: string
  readonly passwordHint: string
  readonly submit: string
  readonly noToken: string
  readonly done: string
  readonly doneBody: string
  readonly openPhone: string
  readonly openPhoneBody: string
  readonly addTrunk: string
  readonly addTrunkBody: string
  readonly invite: string
  readonly inviteBody: string
  readonly errors: {
    readonly link: string
    readonly email: string
    readonly taken: string
    readonly short: string
    readonly long: string
    readonly common: string
    readonly busy: string
    readonly other: string
  }
}
