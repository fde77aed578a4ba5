import { SignInForm } from '../../pages/sign-in/sign-in-form.tsx'
import { SingleForm } from './single-form.tsx'

/** The form for sign-in with e-mail and password. */
export function CredentialSignIn() {
  return <SingleForm renderForm={(props) => <SignInForm {...props} onLink={null} />} />
}
