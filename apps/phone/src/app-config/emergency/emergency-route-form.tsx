import { unwrap } from '@parley/client'
import { Button, Field, Input, Select, TextArea, useForm, useToast } from '@parley/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PhoneInput } from '../../api/phone-api.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import type { Trunk } from '../trunks/trunk.ts'

type EmergencyRoute = PhoneInput<'PUT /emergency-route'>['body']

/** Sets up the route of emergency calls through one of the trunks that have a number. */
export function EmergencyRouteForm({ trunks }: { trunks: readonly Trunk[] }) {
  const { t } = useLanguage()
  const [trunkId, setTrunkId] = useState(trunks[0]?.id ?? '')
  const [address, setAddress] = useState('')
  const [testNumber, setTestNumber] = useState('')
  const save = useSaveEmergencyRoute()
  const number = testNumber.replaceAll(/[\s()./-]/g, '')
  const submit = () => save.mutate({ trunkId, address: address.trim(), testNumber: number })
  const form = useForm({
    validate: () => ({
      address: address.trim() === '' ? t('emergency-route.address-missing') : null,
      testNumber: /^(\+[1-9]\d{2,14}|\d{2,6})$/.test(number) ? null : t('emergency-route.test-number-wrong'),
    }),
    onValid: submit,
  })

  return (
    <form {...form.props} className="grid gap-4">
      <TrunkSelect trunks={trunks} value={trunkId} onChange={setTrunkId} />
      <Field
        label={t('emergency-route.address')}
        hint={t('emergency-route.address-hint')}
        error={form.getError('address')}
      >
        <TextArea
          name="address"
          rows={3}
          maxLength={500}
          value={address}
          onChange={({ target }) => setAddress(target.value)}
        />
      </Field>
      <Field
        label={t('emergency-route.test-number')}
        hint={t('emergency-route.test-number-hint')}
        error={form.getError('testNumber')}
      >
        <Input
          name="testNumber"
          type="tel"
          maxLength={40}
          className="sm:max-w-60"
          value={testNumber}
          onChange={({ target }) => setTestNumber(target.value)}
        />
      </Field>
      {save.error && <ErrorAlert error={save.error} onTryAgain={submit} />}
      <div>
        <Button type="submit" variant="primary" state={save.isPending ? 'busy' : 'idle'}>
          {t('emergency-route.save')}
        </Button>
      </div>
    </form>
  )
}

interface TrunkSelectProps {
  trunks: readonly Trunk[]
  value: string
  onChange: (id: string) => void
}

function TrunkSelect({ trunks, value, onChange }: TrunkSelectProps) {
  const { t } = useLanguage()
  return (
    <Field label={t('emergency-route.trunk')} hint={t('emergency-route.trunk-hint')}>
      <Select
        value={value}
        onChange={onChange}
        options={trunks.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </Field>
  )
}

function useSaveEmergencyRoute() {
  const { t } = useLanguage()
  const { api, queries, refetchMe } = usePhone()
  const queryClient = useQueryClient()
  const show = useToast()
  return useMutation({
    mutationFn: (route: EmergencyRoute) => api('PUT /emergency-route', { body: route }).then(unwrap),
    onSuccess: (route) => {
      queryClient.setQueryData(queries.emergencyRoute().queryKey, { route })
      void queryClient.invalidateQueries({ queryKey: queryKeys.numberChecks.all })
      refetchMe()
      show({ text: t('emergency-route.saved') })
    },
  })
}
