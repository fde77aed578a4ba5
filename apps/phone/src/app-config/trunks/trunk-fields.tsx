import { Checkbox, Field, Input, SecretInput, Select, TextArea, type UseFormResult } from '@parley/ui'
import { useLanguage } from '../../i18n/language.tsx'
import type { Trunk } from './trunk.ts'
import { defaultPorts, type TrunkDraft } from './trunk-draft.ts'

export interface TrunkFieldsProps {
  form: UseFormResult
  draft: TrunkDraft
  onChange: (parts: Partial<TrunkDraft>) => void
}

export function HostFields({ form, draft, onChange }: TrunkFieldsProps) {
  const { t } = useLanguage()
  const changeTransport = (transport: TrunkDraft['transport']) => {
    const isDefaultPort = draft.port === defaultPorts[draft.transport]
    // SDES sends the keys in SIP, so that it protects nothing without TLS.
    const mediaEncryption = transport === 'tls' ? 'sdes' : 'off'
    onChange({ transport, mediaEncryption, ...(isDefaultPort ? { port: defaultPorts[transport] } : {}) })
  }

  return (
    <>
      <Field label={t('trunk.host')} error={form.getError('host')}>
        <Input
          name="host"
          maxLength={253}
          autoCapitalize="off"
          spellCheck={false}
          placeholder="sip.example.com"
          value={draft.host}
          onChange={(event) => onChange({ host: event.target.value })}
        />
      </Field>
      <div className="grid grid-cols-2 gap-4">
        <Field label={t('trunk.transport')}>
          <Select
            value={draft.transport}
            onChange={changeTransport}
            options={[
              { value: 'udp', label: 'UDP' },
              { value: 'tcp', label: 'TCP' },
              { value: 'tls', label: 'TLS' },
            ]}
          />
        </Field>
        <Field label={t('trunk.port')} error={form.getError('port')}>
          <Input
            name="port"
            inputMode="numeric"
            maxLength={5}
            value={draft.port}
            onChange={(event) => onChange({ port: event.target.value })}
          />
        </Field>
      </div>
    </>
  )
}

export function CredentialFields({
  form,
  draft,
  trunk,
  onChange,
}: TrunkFieldsProps & { trunk: Trunk | null }) {
  const { t } = useLanguage()
  const storedPassword = trunk?.hasPassword
    ? trunk.passwordLastFour
      ? t('trunk.password-ends', { ending: trunk.passwordLastFour })
      : t('trunk.password-set')
    : null

  return (
    <>
      <Field label={t('trunk.username')} hint={t('trunk.username-hint')} error={form.getError('username')}>
        <Input
          name="username"
          maxLength={200}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={draft.username}
          onChange={(event) => onChange({ username: event.target.value })}
        />
      </Field>
      <Field label={t('trunk.password')} error={form.getError('password')}>
        <SecretInput
          name="password"
          storedHint={storedPassword}
          replaceLabel={t('trunk.password-replace')}
          retainLabel={t('trunk.password-keep')}
          maxLength={200}
          value={draft.password ?? ''}
          onChange={(password) => onChange({ password })}
        />
      </Field>
      <Checkbox
        label={t('trunk.register')}
        hint={t('trunk.register-hint')}
        checked={draft.registration === 'register'}
        onChange={(isOn) => onChange({ registration: isOn ? 'register' : 'none' })}
      />
    </>
  )
}

export function NameField({ form, draft, onChange }: TrunkFieldsProps) {
  const { t } = useLanguage()
  return (
    <Field label={t('trunk.name')} hint={t('trunk.name-hint')} error={form.getError('name')}>
      <Input
        name="name"
        autoComplete="off"
        maxLength={100}
        value={draft.name}
        onChange={(event) => onChange({ name: event.target.value })}
      />
    </Field>
  )
}

export function NumbersField({ form, draft, onChange }: TrunkFieldsProps) {
  const { t } = useLanguage()
  return (
    <Field label={t('trunk.numbers-label')} hint={t('trunk.numbers-hint')} error={form.getError('numbers')}>
      <TextArea
        name="numbers"
        rows={3}
        value={draft.numbers}
        onChange={(event) => onChange({ numbers: event.target.value })}
      />
    </Field>
  )
}

/** Settings that few providers need, folded. */
export function AdvancedFields({ form, draft, onChange }: TrunkFieldsProps) {
  const { t } = useLanguage()
  return (
    <details>
      <summary className="w-max text-small text-accent">{t('trunk.more')}</summary>
      <div className="mt-3 grid gap-4">
        <Field label={t('trunk.proxy')} hint={t('trunk.proxy-hint')} error={form.getError('proxy')}>
          <Input
            name="proxy"
            maxLength={253}
            value={draft.outboundProxy}
            onChange={(event) => onChange({ outboundProxy: event.target.value })}
          />
        </Field>
        <Checkbox
          label={t('trunk.short-numbers')}
          hint={t('trunk.short-numbers-hint')}
          checked={draft.allowsShortNumbers}
          onChange={(allowsShortNumbers) => onChange({ allowsShortNumbers })}
        />
        <Checkbox
          label={t('trunk.refer')}
          hint={t('trunk.refer-hint')}
          checked={draft.allowsRefer}
          onChange={(allowsRefer) => onChange({ allowsRefer })}
        />
        <Checkbox
          label={t('trunk.srtp')}
          hint={t('trunk.srtp-hint')}
          checked={draft.mediaEncryption === 'sdes'}
          onChange={(isOn) => onChange({ mediaEncryption: isOn ? 'sdes' : 'off' })}
        />
      </div>
    </details>
  )
}
