import type { AudioDevice, AudioDevices } from '@parley/call-engine/browser'
import { useStore } from '@parley/kit-react'
import { Field, LevelMeter, Select } from '@parley/ui'
import { levelLabel } from '../current-call/active/labels.ts'
import { useLanguage } from '../i18n/language.tsx'

interface AudioSettingsProps {
  devices: AudioDevices
  /** Current microphone level, 0 to 1. */
  microphoneLevel: number
}

/** Selects the microphone, speaker and ringer. */
export function AudioSettings({ devices, microphoneLevel }: AudioSettingsProps) {
  const language = useLanguage()
  const { t } = language
  const state = useStore(devices)

  const options = (kind: readonly AudioDevice[]) => [
    { value: 'default', label: t('audio.default') },
    ...kind
      .filter(({ id }) => id !== 'default')
      .map(({ id, label }, index) => ({
        value: id,
        label: label || t('audio.unnamed', { number: index + 1 }),
      })),
  ]

  return (
    <div className="grid gap-3 rounded-control bg-sunken p-3">
      <Field
        label={t('audio.microphone')}
        aside={
          <LevelMeter
            level={microphoneLevel}
            label={t('audio.level')}
            valueText={levelLabel(microphoneLevel, language)}
          />
        }
        hint={microphoneLevel < 0.02 ? t('audio.no-sound') : undefined}
      >
        <Select
          options={options(state.microphones)}
          value={state.microphoneId}
          onChange={(id) => void devices.chooseMicrophone(id)}
        />
      </Field>
      {state.canChooseSpeaker && (
        <>
          <Field label={t('audio.speaker')}>
            <Select
              options={options(state.speakers)}
              value={state.speakerId}
              onChange={(id) => void devices.chooseSpeaker(id)}
            />
          </Field>
          <Field label={t('audio.ringer')}>
            <Select
              options={options(state.speakers)}
              value={state.ringerId}
              onChange={(id) => void devices.chooseRinger(id)}
            />
          </Field>
        </>
      )}
    </div>
  )
}
