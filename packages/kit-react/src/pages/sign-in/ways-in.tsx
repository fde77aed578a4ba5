import type { Project } from '@parley/kit'
import { Tabs } from '@parley/ui'
import { type ReactNode, useState } from 'react'
import { useMessages } from '../../provider/language.tsx'
import { AttemptNote } from '../form/attempt-note.tsx'
import { useAttempt } from '../form/use-attempt.ts'
import { Destination } from '../frame/destination.tsx'
import { PageHeading } from '../frame/page-frame.tsx'
import type { EmailAttempt } from './credential-form.tsx'
import { MagicLinkForm } from './magic-link-form.tsx'

type Way = 'password' | 'link'

interface WaysInProps {
  project: Project
  title: string
  /** Accessible name of the method tabs. */
  label: string
  /** The initially selected method if there are several. */
  firstWay: Way
  /** Renders the password form. `onLink` switches to the magic link form; null if magic links are disabled. */
  passwordForm: (shared: EmailAttempt, onLink: (() => void) | null) => ReactNode
  /** Shown instead of a form if no method is enabled. */
  noWay?: ReactNode
  children: ReactNode
}

/** Heading, error and form of the selected method, shared by sign-in and sign-up. */
export function WaysIn({ project, title, label, firstWay, passwordForm, noWay, children }: WaysInProps) {
  const { signIn } = useMessages()
  const attempt = useAttempt()
  const [email, setEmail] = useState('')
  const [chosen, setChosen] = useState(firstWay)
  const { credentialEnabled, magicLinkEnabled } = project.config
  const areBoth = credentialEnabled && magicLinkEnabled
  const way = areBoth ? chosen : magicLinkEnabled ? 'link' : 'password'

  const choose = (next: Way) => {
    attempt.clear()
    setChosen(next)
  }
  const shared = { attempt, email, onEmailChange: setEmail }
  const form =
    way === 'link' ? (
      <MagicLinkForm project={project} {...shared} />
    ) : (
      passwordForm(shared, magicLinkEnabled ? () => choose('link') : null)
    )

  return (
    <>
      <PageHeading title={title} sub={<Destination project={project} />} />
      <AttemptNote failed={attempt.failed} />
      {areBoth && (
        <Tabs
          label={label}
          tabs={[
            { value: 'password', label: signIn.withPassword },
            { value: 'link', label: signIn.withLink },
          ]}
          value={way}
          onChange={choose}
          className="mt-3.5"
        >
          {form}
        </Tabs>
      )}
      {credentialEnabled !== magicLinkEnabled && form}
      {!credentialEnabled && !magicLinkEnabled && noWay}
      {children && <p className="mt-4.5 text-center text-small text-ink-soft">{children}</p>}
    </>
  )
}
