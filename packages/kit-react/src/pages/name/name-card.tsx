import { Button, Field, Input, useForm } from '@parley/ui'
import { useState } from 'react'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { useLanguage } from '../../provider/language.tsx'
import { AttemptCallout } from '../form/attempt-callout.tsx'
import { AttemptForm } from '../form/attempt-form.tsx'
import { useAttempt } from '../form/use-attempt.ts'
import { PageHeading } from '../layout/page-layout.tsx'

/** Asks a user who has just signed up with a magic link for a name, once. */
export function NameCard() {
  const app = useStackApp()
  const { t } = useLanguage()
  const attempt = useAttempt()
  const [name, setName] = useState('')
  const proceed = async () => {
    await app.redirectToAfterSignUp()
    return null
  }
  const form = useForm({
    rejection: attempt.failed,
    validate() {
      attempt.clear()
      return { name: name.trim() === '' && t('form.name-required') }
    },
    onValid: () =>
      attempt.run(async () => {
        const user = await app.getUser({ or: 'throw' })
        await user.update({ displayName: name.trim() })
        return await proceed()
      }),
  })

  return (
    <section aria-label={t('name.title')}>
      <PageHeading title={t('name.title')} sub={t('name.advice')} />
      <AttemptCallout failed={attempt.failed} />
      <AttemptForm
        form={form}
        attempt={attempt}
        submit={t('common.proceed')}
        after={
          <Button size="large" onClick={() => attempt.run(proceed)}>
            {t('name.skip')}
          </Button>
        }
      >
        <Field label={t('sign-up.name')} error={form.getError('name')}>
          <Input
            autoFocus
            name="name"
            autoComplete="name"
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
      </AttemptForm>
    </section>
  )
}
