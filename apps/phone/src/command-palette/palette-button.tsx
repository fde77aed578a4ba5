import { IconButton } from '@parley/ui'
import { Search } from 'lucide-react'
import { useLanguage } from '../i18n/language.tsx'
import { hasCommandKey, openCommandPalette } from './palette-store.ts'

/** Opens the command palette, also without a keyboard. */
export function PaletteButton() {
  const { t } = useLanguage()
  return (
    <IconButton
      icon={Search}
      label={t('palette.button')}
      aria-haspopup="dialog"
      aria-keyshortcuts={hasCommandKey() ? 'Meta+K' : 'Control+K'}
      onClick={() => openCommandPalette()}
    />
  )
}
