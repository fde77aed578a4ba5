import {
  Button,
  Checkbox,
  type CheckedForm,
  Dialog,
  Field,
  Input,
  SecretInput,
  Select,
  TextArea,
  useCheckedForm,
  useToast,
} from '@parley/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLanguage } from '../locales/language.tsx'
import { usePhone } from '../phone.tsx'
import { FailureNote } from '../shell/failure-note.tsx'
import { useKeptChanges } from '../shell/use-kept-changes.tsx'
import { type TrunkDraft, trunkDraft, usualPorts, writtenTrunk } from './trunk-draft.ts'
import type { Trunk } from './trunk-list.tsx'
import { useTrunkProblems } from './trunk-problems.ts'

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
  const [initialDraft] = useState(() => trunkDraft(trunk))
  const [draft, setDraft] = useState(initialDraft)
  const { findProblems, explainAtField } = useTrunkProblems()
  const isChanged = JSON.stringify(writtenTrunk(draft)) !== JSON.stringify(writtenTrunk(initialDraft))
  const changes = useKeptChanges(isChanged, onClose)
  const set = (parts: Partial<TrunkDraft>) => setDraft((before) => ({ ...before, ...parts }))
  const save = useMutation({
    mutationFn: async () => {
      const body = writtenTrunk(draft)
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
  const form = useCheckedForm({
    check: () => findProblems(draft),
    onComplete: () =>
      save.mutate(undefined, {
        onError: (error) => {
          const atField = explainAtField(error, draft)
          if (atField) form.tell(atField)
        },
      }),
  })
  const isAtField = explainAtField(save.error, draft) !== null

  return (
    <Dialog
      isOpen
      onClose={changes.leave}
      title={trunk ? t('trunk.edit-named', { name: trunk.name }) : t('trunk.add')}
      description={trunk ? undefined : t('trunk.add-sentence')}
    >
      <form {...form.props} className="grid gap-4">
        <Field label={t('trunk.name')} hint={t('trunk.name-hint')} error={form.problemOf('name')}>
          <Input
            name="name"
            autoComplete="off"
            maxLength={100}
            value={draft.name}
            onChange={(event) => set({ name: event.target.value })}
          />
        </Field>
        <Address draft={draft} onChange={set} form={form} />
        <Credentials draft={draft} trunk={trunk} onChange={set} form={form} />
        <Field
          label={t('trunk.numbers-label')}
          hint={t('trunk.numbers-hint')}
          error={form.problemOf('numbers')}
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
            <Field label={t('trunk.proxy')} hint={t('trunk.proxy-hint')} error={form.problemOf('proxy')}>
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
        {save.error && !isAtField && <FailureNote error={save.error} onTryAgain={() => save.mutate()} />}
        <div className="flex justify-end gap-2">
          <Button onClick={changes.leave}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary" state={save.isPending || form.isChecking ? 'busy' : 'idle'}>
            {t('trunk.save')}
          </Button>
        </div>
      </form>
      {changes.question}
    </Dialog>
  )
}

interface PartProps {
  form: CheckedForm
  draft: TrunkDraft
  onChange: (parts: Partial<TrunkDraft>) => void
}

function Address({ form, draft, onChange }: PartProps) {
  const { t } = useLanguage()
  const changeTransport = (transport: TrunkDraft['transport']) => {
    const isUsual = draft.port === usualPorts[draft.transport]
    onChange({ transport, ...(isUsual ? { port: usualPorts[transport] } : {}) })
  }

  return (
    <>
      <Field label={t('trunk.host')} error={form.problemOf('host')}>
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
        <Field label={t('trunk.port')} error={form.problemOf('port')}>
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

function Credentials({ form, draft, trunk, onChange }: PartProps & { trunk: Trunk | null }) {
  const { t } = useLanguage()
  const storedPassword = trunk?.hasPassword
    ? trunk.passwordLastFour
      ? t('trunk.password-ends', { ending: trunk.passwordLastFour })
      : t('trunk.password-set')
    : null

  return (
    <>
      <Field label={t('trunk.username')} hint={t('trunk.username-hint')} error={form.problemOf('username')}>
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
          kept={storedPassword}
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
