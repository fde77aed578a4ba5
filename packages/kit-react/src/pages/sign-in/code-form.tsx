import type { FormProject } from '@parley/kit'
import { Button, Callout, Field, Input, useForm } from '@parley/ui'
import { useEffect, useEffectEvent, useState } from 'react'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { useLanguage } from '../../provider/language.tsx'
import { AttemptForm } from '../form/attempt-form.tsx'
import { shortCodeLength } from '../form/code.ts'
import type { Attempt } from '../form/use-attempt.ts'
import { signInWithLink } from '../name/sign-in-with-link.ts'
import { explainCodeError } from './explain-link-error.ts'

interface CodeFormProps {
  project: FormProject
  attempt: Attempt
  email: string
  nonce: string
  sentCount: number
  onSendAgain: () => void
  onOtherEmail: () => void
  /** The user is signed in, and is asked for a name before the redirect. */
  onAskName: () => void
}

/**
 * Form for the 6-character code of an e-mail. Followed by the nonce of the request, it is the complete code.
 */
export function CodeForm({ project, attempt, nonce, onAskName, ...shown }: CodeFormProps) {
  const app = useStackApp()
  const { t } = useLanguage()
  useSignInInOtherTab(attempt)
  const [input, setInput] = useState('')
  const characters = input.replaceAll(/[^a-z0-9]/gi, '').toLowerCase()
  const form = useForm({
    rejection: attempt.failed,
    validate() {
      attempt.clear()
      return { code: characters.length === shortCodeLength ? null : t('form.code-invalid') }
    },
    onValid: () =>
      attempt.run(async () => {
        const result = await signInWithLink({ app, project, code: characters + nonce })
        if (result.status === 'error') return explainCodeError(result.error, t, project)
        if (result.data.asksName) onAskName()
        return null
      }),
  })
  const problem = form.getError('code')

  return (
    <AttemptForm
      form={form}
      attempt={attempt}
      submit={t('sign-in.submit')}
      after={<OtherActions {...shown} />}
    >
      {!attempt.failed && <SentNotice key={shown.sentCount} {...shown} />}
      <Field label={t('magic-link.code')} hint={t('magic-link.code-hint')} error={problem}>
        <Input
          autoFocus
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          value={input}
          onChange={(event) => setInput(event.target.value)}
          className="font-mono uppercase tracking-[0.3em]"
          aria-invalid={attempt.failed || problem ? true : undefined}
        />
      </Field>
    </AttemptForm>
  )
}

/** Continues when the user has opened the link of the e-mail in another tab. */
function useSignInInOtherTab({ isBusy }: Attempt): void {
  const app = useStackApp()
  const resume = useEffectEvent(async () => {
    // The code that is being sent signs in here.
    if (isBusy) return
    const user = await app.user.load().catch(() => null)
    if (user && !user.isAnonymous) await app.redirectToAfterSignIn()
  })
  useEffect(() => app.user.subscribe(() => void resume()), [app])
}

function SentNotice({ email, sentCount }: Pick<CodeFormProps, 'email' | 'sentCount'>) {
  const { t } = useLanguage()
  return (
    <Callout tone="positive" role="status" title={sentCount > 1 ? undefined : t('magic-link.sent')}>
      <p>{sentCount > 1 ? t('magic-link.sent-again') : t('magic-link.sent-to', { email })}</p>
    </Callout>
  )
}

function OtherActions({ onSendAgain, onOtherEmail }: Pick<CodeFormProps, 'onSendAgain' | 'onOtherEmail'>) {
  const { t } = useLanguage()
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <Button variant="quiet" size="small" className="-mx-2.5" onClick={onSendAgain}>
        {t('magic-link.send-again')}
      </Button>
      <Button variant="quiet" size="small" className="-mx-2.5" onClick={onOtherEmail}>
        {t('magic-link.other-email')}
      </Button>
    </div>
  )
}
