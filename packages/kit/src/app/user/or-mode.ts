/**
 * The behaviour if no user is signed in. Anonymous users count as signed out except in the `anonymous` modes.
 *
 * - `redirect`: redirect to the sign-in page; the promise never settles;
 * - `throw`: throw an error;
 * - `anonymous`: sign up anonymously;
 * - `anonymous-if-exists`: return an existing anonymous user, otherwise null. Later public packages add
 *   `[deprecated]`;
 * - `return-null`: return null (default).
 */
export type OrMode =
  | 'redirect'
  | 'throw'
  | 'anonymous'
  | 'anonymous-if-exists'
  | 'anonymous-if-exists[deprecated]'
  | 'return-null'
