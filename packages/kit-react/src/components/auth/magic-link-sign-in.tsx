import { MagicLinkForm } from '../../pages/sign-in/magic-link-form.tsx'
import { SingleForm } from './single-form.tsx'

/** The form that sends a magic link, and then accepts the code of the same e-mail. */
export function MagicLinkSignIn() {
  return <SingleForm renderForm={(props) => <MagicLinkForm {...props} />} />
}
