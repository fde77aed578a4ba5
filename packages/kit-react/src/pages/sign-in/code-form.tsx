import type { Project } from '@parley/kit'
import { Button, Callout, Field, Input, useForm } from '@parley/ui'
import { useState } from 'react'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { fill } from '../../locales/index.ts'
import { useMessages } from '../../provider/language.tsx'
import { AttemptForm } from '../form/attempt-form.tsx'
import { shortCodeLength } from '../form/code.ts'
import type { Attempt } from '../form/use-attempt.ts'
import { explainCodeError } from './explain-link-error.ts'

interface CodeFormProps {
  project: Project
  attempt: Attempt
  email: string
  nonce: string
  sentCount: number
  onSendAgain: () => void
  onOtherEmail: () => void
}

/** Form for the 6-character code of an e-mail. Followed by the nonce of the request, it is the complete code. */
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
  const characters = typed.replaceAll(/[^a-z0-9]/gi, '').toLowerCase()
  const form = useForm({
    rejection: attempt.failed,
    validate() {
      attempt.clear()
      return { code: characters.length === shortCodeLength ? null : rules.codeInvalid }
    },
    onValid: () =>
      attempt.run(async () => {
        const result = await app.signInWithMagicLink(characters + nonce)
        return result.ok ? null : explainCodeError(result.error, messages, project)
      }),
  })
  const problem = form.errorOf('code')
  const otherWays = (
    <div className="flex flex-wrap justify-between gap-x-4">
      <Button variant="quiet" size="small" className="-mx-2.5" onClick={onSendAgain}>
        {magicLink.sendAgain}
      </Button>
      <Button variant="quiet" size="small" className="-mx-2.5" onClick={onOtherEmail}>
        {magicLink.otherEmail}
      </Button>
    </div>
  )

  return (
    <AttemptForm form={form} attempt={attempt} submit={signIn.submit} after={otherWays}>
      {!attempt.failed && (
        <Callout
          key={sentCount}
          tone="positive"
          role="status"
          title={sentCount > 1 ? undefined : magicLink.sent}
        >
          <p>{sentCount > 1 ? magicLink.sentAgain : fill(magicLink.sentTo, { email })}</p>
        </Callout>
      )}
      <Field label={magicLink.code} hint={magicLink.codeHint} error={problem}>
        <Input
          autoFocus
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className="font-mono uppercase tracking-[0.3em]"
          aria-invalid={attempt.failed || problem ? true : undefined}
        />
      </Field>
    </AttemptForm>
  )
}
