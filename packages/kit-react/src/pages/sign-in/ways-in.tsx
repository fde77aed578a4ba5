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
  /** Name of the choice where there are several ways. */
  label: string
  /** What a person begins with where there are several. */
  firstWay: Way
  /** The form with a password. `onLink` goes over to the magic link; null where the project sends none. */
  passwordForm: (shared: EmailAttempt, onLink: (() => void) | null) => ReactNode
  /** What stands in the place of a form where the project allows no way at all. */
  noWay?: ReactNode
  children: ReactNode
}

/** Heading, what went wrong, and the form of the chosen way: the same to sign in and to sign up. */
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
