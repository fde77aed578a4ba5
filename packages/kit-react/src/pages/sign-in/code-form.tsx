import type { Project } from '@parley/kit'
import { Button, Field, Input, Note } from '@parley/ui'
import { type FormEvent, useState } from 'react'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { fill } from '../../locales/index.ts'
import { useMessages } from '../../provider/language.tsx'
import type { Attempt } from '../form/use-attempt.ts'
import { useFocusFirstInvalid } from '../form/use-focus-first-invalid.ts'
import { explainCodeRefusal } from './explain-link-refusal.ts'

const typedCodeLength = 6

interface CodeFormProps {
  project: Project
  attempt: Attempt
  email: string
  nonce: string
  sentCount: number
  onSendAgain: () => void
  onOtherEmail: () => void
}

/** Takes the six characters of an e-mail. Together with the nonce, which never left this page, they are the code. */
export function CodeForm({
  project,
  attempt,
  email,
  nonce,
  sentCount,
  onSendAgain,
  onOtherEmail,
}: CodeFormProps) {
  const app = useStackApp()
  const messages = useMessages()
  const { form: rules, magicLink, signIn } = messages
  const [typed, setTyped] = useState('')
  const [invalid, setInvalid] = useState<{ code: string } | null>(null)
  const form = useFocusFirstInvalid(invalid ?? attempt.failed)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const characters = typed.replaceAll(/[^a-z0-9]/gi, '').toLowerCase()
    const isComplete = characters.length === typedCodeLength
    setInvalid(isComplete ? null : { code: rules.codeInvalid })
    if (!isComplete) return attempt.clear()

    attempt.run(async () => {
      const result = await app.signInWithMagicLink(characters + nonce)
      return result.ok ? null : explainCodeRefusal(result.error, messages, project)
    })
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-3.5 pt-4">
      {!attempt.failed && (
        <Note
          key={sentCount}
          tone="positive"
          role="status"
          title={sentCount > 1 ? undefined : magicLink.sent}
        >
          <p>{sentCount > 1 ? magicLink.sentAgain : fill(magicLink.sentTo, { email })}</p>
        </Note>
      )}
      <Field label={magicLink.code} hint={magicLink.codeHint} error={invalid?.code}>
        <Input
          autoFocus
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className="font-mono uppercase tracking-[0.3em]"
          aria-invalid={attempt.failed || invalid ? true : undefined}
        />
      </Field>
      <Button
        type="submit"
        variant="primary"
        size="large"
        width="full"
        state={attempt.isBusy ? 'busy' : 'idle'}
      >
        {signIn.submit}
      </Button>
      <div className="flex flex-wrap justify-between gap-x-4">
        <Button variant="quiet" size="small" className="-mx-2.5" onClick={onSendAgain}>
          {magicLink.sendAgain}
        </Button>
        <Button variant="quiet" size="small" className="-mx-2.5" onClick={onOtherEmail}>
          {magicLink.otherEmail}
        </Button>
      </div>
    </form>
  )
}
