import { IconButton } from '@parley/ui'
import { Ban, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { formatNumber } from '../dial/numbers/format-number.ts'
import { useLanguage } from '../i18n/language.tsx'
import { BlockDialog } from './block-dialog.tsx'
import { useBlockedNumber, useIsOfWorkspace, useUnblock } from './use-blocked-numbers.ts'

/** Blocks a number after confirmation, or unblocks it. Renders nothing for a number of the workspace. */
export function BlockButton({ number }: { number: string }) {
  const { t } = useLanguage()
  const [isAsking, setIsAsking] = useState(false)
  const isOfWorkspace = useIsOfWorkspace(number)
  const blocked = useBlockedNumber(number)
  const unblock = useUnblock()
  const formatted = formatNumber(number)

  if (blocked.length > 0)
    return (
      <IconButton
        icon={Undo2}
        label={t('block.unblock-named', { number: formatted })}
        disabled={unblock.isPending}
        onClick={() => unblock.mutate(blocked)}
      />
    )
  if (isOfWorkspace) return null
  return (
    <>
      <IconButton
        icon={Ban}
        label={t('block.block-named', { number: formatted })}
        onClick={() => setIsAsking(true)}
      />
      {isAsking && <BlockDialog number={number} onClose={() => setIsAsking(false)} />}
    </>
  )
}
