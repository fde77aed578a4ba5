import { Button } from '@parley/ui'
import { FastForward } from 'lucide-react'
import { useLanguage } from '../../i18n/language.tsx'
import type { SilenceSkipping } from './use-skip-silence.ts'

/** A switch for the skipping of silence; without its text on narrow screens. */
export function SkipSilenceButton({ isOn, setOn }: SilenceSkipping) {
  const { t } = useLanguage()
  const label = t('player.skip-silence')
  return (
    <Button
      size="small"
      variant={isOn ? 'plain' : 'quiet'}
      icon={FastForward}
      role="switch"
      aria-checked={isOn}
      aria-label={label}
      title={label}
      className={isOn ? 'max-sm:px-2 border-accent! text-accent!' : 'max-sm:px-2 text-ink-soft!'}
      onClick={() => setOn(!isOn)}
    >
      <span className="max-sm:hidden">{t(isOn ? 'player.skips-silence' : 'player.skip-silence')}</span>
    </Button>
  )
}
