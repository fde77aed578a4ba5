import { Switch } from '@parley/ui'
import { useLanguage } from '../../i18n/language.tsx'

interface FollowSwitchProps {
  isOn: boolean
  onChange: (isOn: boolean) => void
}

/** Whether the transcript scrolls to the line that is being played. */
export function FollowSwitch({ isOn, onChange }: FollowSwitchProps) {
  const { t } = useLanguage()
  return (
    <Switch
      label={<span className="text-small font-normal text-ink-soft">{t('transcript.follow')}</span>}
      isOn={isOn}
      onChange={onChange}
    />
  )
}
