import type { FormProject } from '@parley/kit'
import { useForm } from '@parley/ui'
import { useState } from 'react'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { useLanguage } from '../../provider/language.tsx'
import { AttemptForm } from '../form/attempt-form.tsx'
import { validateEmail } from '../form/email-address.ts'
import { EmailField } from '../form/email-field.tsx'
import type { Explanation } from '../form/explanation.ts'
import { CodeForm } from './code-form.tsx'
import type { EmailFormProps } from './credential-form.tsx'
import { explainMagicLinksDisabled, explainSendLinkError } from './explain-link-error.ts'

interface MagicLinkFormProps extends EmailFormProps {
  project: FormProject
  onAskName: () => void
}

/** A sent link. `count` is the number of e-mails sent. */
interface SentLink {
  readonly nonce: string
  readonly count: number
}

/** Sends a magic link, then shows the form for the code of the same e-mail. */
export function MagicLinkForm({ project, attempt, email, onAskName, ...field }: MagicLinkFormProps) {
  const app = useStackApp()
  const { t } = useLanguage()
  const [sent, setSent] = useState<SentLink | null>(null)
  const form = useForm({
    validate() {
      attempt.clear()
      return { email: validateEmail(email, t) }
    },
    onValid: () => attempt.run(send),
  })

  async function send(): Promise<Explanation | null> {
    try {
      const result = await app.sendMagicLinkEmail(email.trim())
      if (result.status === 'error') return explainSendLinkError(result.error, t, project)
      setSent((before) => ({ nonce: result.data.nonce, count: (before?.count ?? 0) + 1 }))
      return null
    } catch (error) {
      return explainMagicLinksDisabled(error, t)
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
        onAskName={onAskName}
        onOtherEmail={() => {
          attempt.clear()
          setSent(null)
        }}
      />
    )
  }

  return (
    <AttemptForm form={form} attempt={attempt} submit={t('magic-link.send')}>
      <EmailField
        autoComplete="email"
        offersPasskeys={field.offersPasskeys}
        hint={t('magic-link.hint')}
        error={form.getError('email')}
        value={email}
        onChange={field.onEmailChange}
      />
    </AttemptForm>
  )
}
