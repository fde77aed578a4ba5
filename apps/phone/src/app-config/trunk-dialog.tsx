import {
  Button,
  Checkbox,
  Dialog,
  Field,
  Input,
  SecretInput,
  Select,
  TextArea,
  type UseFormResult,
  useForm,
  useToast,
} from '@parley/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLanguage } from '../i18n/language.tsx'
import { usePhone } from '../phone-context.tsx'
import { ErrorAlert } from '../shell/errors/error-alert.tsx'
import { useUnsavedChangesGuard } from '../shell/hooks/use-unsaved-changes-guard.tsx'
import { defaultPorts, type TrunkDraft, toTrunkDraft, toTrunkInput } from './trunk-draft.ts'
import type { Trunk } from './trunk-list.tsx'
import { useTrunkValidation } from './trunk-validation.ts'

interface TrunkDialogProps {
  /** Null for a new trunk. */
  trunk: Trunk | null
  onClose: () => void
}

/** A dialog that adds or edits a trunk. */
export function TrunkDialog({ trunk, onClose }: TrunkDialogProps) {
  const { t } = useLanguage()
  const { api } = usePhone()
  const queryClient = useQueryClient()
  const show = useToast()
  const [initialDraft] = useState(() => toTrunkDraft(trunk))
  const [draft, setDraft] = useState(initialDraft)
  const { validate, toFieldErrors } = useTrunkValidation()
  const isChanged = JSON.stringify(toTrunkInput(draft)) !== JSON.stringify(toTrunkInput(initialDraft))
  const changes = useUnsavedChangesGuard(isChanged, onClose)
  const set = (parts: Partial<TrunkDraft>) => setDraft((before) => ({ ...before, ...parts }))
  const save = useMutation({
    mutationFn: async () => {
      const body = toTrunkInput(draft)
      if (trunk) return await api('PUT /trunks/{trunk}', { params: { trunk: trunk.id }, body })
      return await api('POST /trunks', { body })
    },
    onSuccess: async ({ name }) => {
      await queryClient.invalidateQueries({ queryKey: ['trunks'] })
      void queryClient.invalidateQueries({ queryKey: ['me'] })
      show({ text: t('trunk.saved', { name }) })
      onClose()
    },
  })
  const form = useForm({
    validate: () => validate(draft),
    onValid: () =>
      save.mutate(undefined, {
        onError: (error) => {
          const atField = toFieldErrors(error, draft)
          if (atField) form.setErrors(atField)
        },
      }),
  })
  const isAtField = toFieldErrors(save.error, draft) !== null

  return (
    <Dialog
      isOpen
      onClose={changes.leave}
      title={trunk ? t('trunk.edit-named', { name: trunk.name }) : t('trunk.add')}
      description={trunk ? undefined : t('trunk.add-sentence')}
    >
      <form {...form.props} className="grid gap-4">
        <Field label={t('trunk.name')} hint={t('trunk.name-hint')} error={form.errorOf('name')}>
          <Input
            name="name"
            autoComplete="off"
            maxLength={100}
            value={draft.name}
            onChange={(event) => set({ name: event.target.value })}
          />
        </Field>
        <HostFields draft={draft} onChange={set} form={form} />
        <CredentialFields draft={draft} trunk={trunk} onChange={set} form={form} />
        <Field
          label={t('trunk.numbers-label')}
          hint={t('trunk.numbers-hint')}
          error={form.errorOf('numbers')}
        >
          <TextArea
            name="numbers"
            rows={3}
            value={draft.numbers}
            onChange={(event) => set({ numbers: event.target.value })}
          />
        </Field>
        <details>
          <summary className="w-max text-small text-accent">{t('trunk.more')}</summary>
          <div className="mt-3 grid gap-4">
            <Field label={t('trunk.proxy')} hint={t('trunk.proxy-hint')} error={form.errorOf('proxy')}>
              <Input
                name="proxy"
                maxLength={253}
                value={draft.outboundProxy}
                onChange={(event) => set({ outboundProxy: event.target.value })}
              />
            </Field>
            <Checkbox
              label={t('trunk.srtp')}
              hint={t('trunk.srtp-hint')}
              checked={draft.mediaEncryption === 'sdes'}
              onChange={(isOn) => set({ mediaEncryption: isOn ? 'sdes' : 'off' })}
            />
          </div>
        </details>
        {save.error && !isAtField && <ErrorAlert error={save.error} onTryAgain={() => save.mutate()} />}
        <div className="flex justify-end gap-2">
          <Button onClick={changes.leave}>{t('common.cancel')}</Button>
          <Button
            type="submit"
            variant="primary"
            state={save.isPending || form.isValidating ? 'busy' : 'idle'}
          >
            {t('trunk.save')}
          </Button>
        </div>
      </form>
      {changes.dialog}
    </Dialog>
  )
}

interface PartProps {
  form: UseFormResult
  draft: TrunkDraft
  onChange: (parts: Partial<TrunkDraft>) => void
}

function HostFields({ form, draft, onChange }: PartProps) {
  const { t } = useLanguage()
  const changeTransport = (transport: TrunkDraft['transport']) => {
    const isUsual = draft.port === defaultPorts[draft.transport]
    onChange({ transport, ...(isUsual ? { port: defaultPorts[transport] } : {}) })
  }

  return (
    <>
      <Field label={t('trunk.host')} error={form.errorOf('host')}>
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
        <Field label={t('trunk.port')} error={form.errorOf('port')}>
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

function CredentialFields({ form, draft, trunk, onChange }: PartProps & { trunk: Trunk | null }) {
  const { t } = useLanguage()
  const storedPassword = trunk?.hasPassword
    ? trunk.passwordLastFour
      ? t('trunk.password-ends', { ending: trunk.passwordLastFour })
      : t('trunk.password-set')
    : null

  return (
    <>
      <Field label={t('trunk.username')} hint={t('trunk.username-hint')} error={form.errorOf('username')}>
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
      <Field label={t('trunk.password')}>
        <SecretInput
          storedHint={storedPassword}
          replaceLabel={t('trunk.password-replace')}
          keepLabel={t('trunk.password-keep')}
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
