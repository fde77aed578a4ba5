import { SignUpForm } from '../../pages/sign-up/sign-up-form.tsx'
import { SingleForm } from './single-form.tsx'

interface CredentialSignUpProps {
  /** The form asks for the password only once. */
  noPasswordRepeat?: boolean
}

/** The form for sign-up with e-mail and password. */
export function CredentialSignUp({ noPasswordRepeat = false }: CredentialSignUpProps) {
  return <SingleForm renderForm={(props) => <SignUpForm {...props} noPasswordRepeat={noPasswordRepeat} />} />
}
