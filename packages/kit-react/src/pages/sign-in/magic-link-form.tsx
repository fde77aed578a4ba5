import type { Project } from '@parley/kit'
import { Button, Field, Input } from '@parley/ui'
import { type FormEvent, useState } from 'react'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { useMessages } from '../../provider/language.tsx'
import { explainEmail } from '../form/email-address.ts'
import type { Explanation } from '../form/explanation.ts'
import type { Attempt } from '../form/use-attempt.ts'
import { useFocusFirstInvalid } from '../form/use-focus-first-invalid.ts'
import { CodeForm } from './code-form.tsx'
import { explainLinksOff, explainSendRefusal } from './explain-link-refusal.ts'

interface MagicLinkFormProps {
  project: Project
  attempt: Attempt
  email: string
  onEmailChange: (email: string) => void
}

/** A link that was sent. `count` tells the first e-mail from those that were asked for again. */
interface SentLink {
  readonly nonce: string
  readonly count: number
}

/** Sends a link, then takes the code of the same e-mail. */
export function MagicLinkForm({ project, attempt, email, onEmailChange }: MagicLinkFormProps) {
  const app = useStackApp()
  const messages = useMessages()
  const { common, magicLink } = messages
  const [sent, setSent] = useState<SentLink | null>(null)
  const [invalid, setInvalid] = useState<{ email: string } | null>(null)
  const form = useFocusFirstInvalid(invalid ?? attempt.failed)

  async function send(): Promise<Explanation | null> {
    try {
      const result = await app.sendMagicLinkEmail(email.trim())
      if (!result.ok) return explainSendRefusal(result.error, messages, project)
      setSent((before) => ({ nonce: result.data.nonce, count: (before?.count ?? 0) + 1 }))
      return null
    } catch (error) {
      return explainLinksOff(error, messages)
    }
  }

  if (sent) {
    return (
      <CodeForm
        project={project}
        attempt={attempt}
        email={email.trim()}
        nonce={sent.nonce}
        sentCount={sent.count}
        onSendAgain={() => attempt.run(send)}
        onOtherEmail={() => {
          attempt.clear()
          setSent(null)
        }}
      />
    )
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const reason = explainEmail(email, messages)
    setInvalid(reason === null ? null : { email: reason })
    if (reason === null) attempt.run(send)
    else attempt.clear()
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-3.5 pt-4">
      <Field label={common.email} hint={magicLink.hint} error={invalid?.email}>
        <Input
          type="email"
          name="email"
          autoComplete="email"
          value={email}
          onChange={(event) => onEmailChange(event.target.value)}
        />
      </Field>
      <Button
        type="submit"
        variant="primary"
        size="large"
        width="full"
        state={attempt.isBusy ? 'busy' : 'idle'}
      >
        {magicLink.send}
      </Button>
    </form>
  )
}
