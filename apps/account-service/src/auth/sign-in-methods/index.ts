export { canSignIn, requireSignInMethod } from './require-sign-in-method.ts'
