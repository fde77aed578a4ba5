export { requireSignInMethod } from './require-sign-in-method.ts'
