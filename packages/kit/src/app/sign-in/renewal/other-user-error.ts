/** Thrown by a sign-in of another user than the expected one. The present user stays signed in. */
export class OtherUserError extends Error {
  override readonly name = 'OtherUserError'
}
