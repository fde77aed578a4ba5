/** The conditions of the account that decide which sign-in methods can be changed. */
export interface MethodRules {
  readonly hasSignInEmail: boolean
  readonly hasVerifiedSignInEmail: boolean
  /** The user has at most one sign-in method. */
  readonly isOnlyMethod: boolean
}
