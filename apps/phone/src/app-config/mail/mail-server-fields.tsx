import type { mail } from '@parley/contract/phone'
import { Field, Input, SecretInput, Select, type UseFormResult } from '@parley/ui'
import { useLanguage } from '../../i18n/language.tsx'
import { type MailDraft, usualPorts } from './mail-draft.ts'

interface FieldsProps {
  form: UseFormResult
  draft: MailDraft
  server: mail.MailServer | null
  onChange: (parts: Partial<MailDraft>) => void
}

const securities = ['starttls', 'tls', 'none'] as const

/** Address, credentials and sender of a mail server. */
export function MailServerFields(props: FieldsProps) {
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 sm:grid-cols-[minmax(0,1fr)_8rem_12rem]">
        <AddressFields {...props} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 sm:grid-cols-2">
        <CredentialFields {...props} />
        <SenderFields {...props} />
      </div>
    </>
  )
}

function AddressFields({ form, draft, onChange }: FieldsProps) {
  const { t } = useLanguage()
  const changeSecurity = (security: mail.MailSecurity) => {
    const isUsual = Object.values(usualPorts).includes(draft.port)
    onChange({ security, ...(isUsual ? { port: usualPorts[security] } : {}) })
  }
  return (
    <>
      <Field label={t('mail.host')} error={form.getError('host')}>
        <Input
          name="host"
          autoComplete="off"
          autoCapitalize="off"
          inputMode="url"
          maxLength={253}
          spellCheck={false}
          value={draft.host}
          onChange={({ target }) => onChange({ host: target.value })}
        />
      </Field>
      <Field label={t('mail.port')} error={form.getError('port')}>
        <Input
          name="port"
          autoComplete="off"
          inputMode="numeric"
          maxLength={5}
          value={draft.port}
          onChange={({ target }) => onChange({ port: target.value.trim() })}
        />
      </Field>
      <Field label={t('mail.security')}>
        <Select
          value={draft.security}
          onChange={changeSecurity}
          options={securities.map((value) => ({ value, label: t(`mail.security-${value}`) }))}
        />
      </Field>
    </>
  )
}

function CredentialFields({ form, draft, server, onChange }: FieldsProps) {
  const { t } = useLanguage()
  const storedPassword = server?.hasPassword ? t('mail.password-set') : null
  return (
    <>
      <Field label={t('mail.username')} hint={t('mail.username-hint')}>
        <Input
          name="username"
          autoComplete="off"
          autoCapitalize="off"
          maxLength={500}
          spellCheck={false}
          value={draft.username}
          onChange={({ target }) => onChange({ username: target.value })}
        />
      </Field>
      <Field label={t('mail.password')} error={form.getError('password')}>
        <SecretInput
          key={storedPassword ?? ''}
          name="password"
          storedHint={storedPassword}
          replaceLabel={t('mail.password-replace')}
          retainLabel={t('mail.password-retain')}
          maxLength={500}
          value={draft.password ?? ''}
          onChange={(password) => onChange({ password })}
        />
      </Field>
    </>
  )
}

function SenderFields({ form, draft, onChange }: FieldsProps) {
  const { t } = useLanguage()
  return (
    <>
      <Field label={t('mail.sender-name')} error={form.getError('senderName')}>
        <Input
          name="senderName"
          autoComplete="off"
          maxLength={100}
          value={draft.senderName}
          onChange={({ target }) => onChange({ senderName: target.value })}
        />
      </Field>
      <Field label={t('mail.sender-address')} error={form.getError('senderAddress')}>
        <Input
          name="senderAddress"
          type="email"
          autoComplete="off"
          maxLength={320}
          value={draft.senderAddress}
          onChange={({ target }) => onChange({ senderAddress: target.value })}
        />
      </Field>
      <Field label={t('mail.reply-to')} hint={t('mail.reply-to-hint')} error={form.getError('replyTo')}>
        <Input
          name="replyTo"
          type="email"
          autoComplete="off"
          maxLength={320}
          value={draft.replyTo}
          onChange={({ target }) => onChange({ replyTo: target.value })}
        />
      </Field>
    </>
  )
}
