import type { me } from '@parley/contract/phone'
import { useStore } from '@parley/kit-react'
import { Button, Card, Field, Select } from '@parley/ui'
import { Volume2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useLanguage } from '../i18n/language.tsx'
import { usePhone } from '../phone-context.tsx'
import { ErrorAlert } from '../shell/errors/error-alert.tsx'
import { useSaveSettings } from './use-save-settings.ts'

const ringtones = ['classic', 'chime', 'pulse'] as const
const volumes = [100, 75, 50, 25, 0]
const previewMs = 3_000

/** The ringtone of incoming calls and its volume. */
export function RingtoneSettings({ ringtone, ringVolume }: Pick<me.UserSettings, 'ringtone' | 'ringVolume'>) {
  const { t } = useLanguage()
  const save = useSaveSettings()
  const change = save.isPending ? save.variables : {}
  const selected = change.ringtone ?? ringtone
  const volume = change.ringVolume ?? ringVolume
  return (
    <Card title={t('ringtone.title')}>
      <div className="grid gap-3">
        <div className="grid items-end gap-4 sm:grid-cols-[1fr_1fr_auto]">
          <Field label={t('ringtone.ringtone')}>
            <Select
              value={selected}
              onChange={(value) => save.mutate({ ringtone: value })}
              options={ringtones.map((value) => ({ value, label: t(`ringtone.${value}`) }))}
            />
          </Field>
          <Field label={t('ringtone.volume')}>
            <Select
              value={String(volume)}
              onChange={(value) => save.mutate({ ringVolume: Number(value) })}
              options={volumeOptions(volume).map((value) => ({
                value: String(value),
                label: value === 0 ? t('ringtone.silent') : t('ringtone.percent', { percent: value }),
              }))}
            />
          </Field>
          <Preview ringtone={selected} ringVolume={volume} />
        </div>
        {save.isError && <ErrorAlert error={save.error} onTryAgain={() => save.mutate(save.variables)} />}
      </div>
    </Card>
  )
}

/** Also a volume that another client has set. */
function volumeOptions(volume: number): number[] {
  return [...new Set([...volumes, volume])].sort((a, b) => b - a)
}

function Preview({ ringtone, ringVolume }: Pick<me.UserSettings, 'ringtone' | 'ringVolume'>) {
  const { t } = useLanguage()
  const { tones, callManager } = usePhone()
  const { localCalls, incoming } = useStore(callManager)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // The tones of a call are those of the user.
  const isBusy = localCalls.length + incoming.length > 0
  useEffect(() => () => stop(timer.current, () => tones.stop()), [tones])
  return (
    <Button
      icon={Volume2}
      disabled={isBusy}
      onClick={() => {
        stop(timer.current, () => tones.stop())
        tones.ring(ringtone, ringVolume)
        timer.current = setTimeout(() => tones.stop(), previewMs)
      }}
    >
      {t('ringtone.play')}
    </Button>
  )
}

function stop(timer: ReturnType<typeof setTimeout> | undefined, stopTone: () => void): void {
  if (timer === undefined) return
  clearTimeout(timer)
  stopTone()
}
