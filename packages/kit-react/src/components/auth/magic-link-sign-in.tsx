import { useState } from 'react'
import { NameCard } from '../../pages/name/name-card.tsx'
import { MagicLinkForm } from '../../pages/sign-in/magic-link-form.tsx'
import { SingleForm } from './single-form.tsx'

/** The form that sends a magic link, and then accepts the code of the same e-mail. */
export function MagicLinkSignIn() {
  const [isAskingName, setIsAskingName] = useState(false)
  const askName = () => setIsAskingName(true)
  return (
    <SingleForm
      renderForm={(props) => (isAskingName ? <NameCard /> : <MagicLinkForm {...props} onAskName={askName} />)}
    />
  )
}
