import { ConfirmDialog } from '@parley/ui'
import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useLanguage } from '../../i18n/language.tsx'

export interface UnsavedChangesGuard {
  /** Leaves the form, after confirmation if there are unsaved changes. */
  readonly leave: () => void
  /** The confirmation dialog while it is open; must be rendered by the page. */
  readonly dialog: ReactNode
}

/**
 * Asks for confirmation once before unsaved changes are lost by closing the form, navigating away or closing
 * the tab.
 *
 * @param onLeave closes the form; if it navigates, it must ignore blockers, because the user has already
 * confirmed.
 */
export function useUnsavedChangesGuard(isChanged: boolean, onLeave: () => void): UnsavedChangesGuard {
  const { t } = useLanguage()
  const [isLeaving, setIsLeaving] = useState(false)
  const navigation = useBlocker({
    shouldBlockFn: always,
    disabled: !isChanged,
    enableBeforeUnload: isChanged,
    withResolver: true,
  })

  return {
    leave: () => (isChanged ? setIsLeaving(true) : onLeave()),
    dialog: (
      <ConfirmDialog
        isOpen={isLeaving || navigation.status === 'blocked'}
        title={t('changes.question')}
        cancelLabel={t('changes.keep')}
        confirmLabel={t('changes.discard')}
        onCancel={() => {
          setIsLeaving(false)
          navigation.reset?.()
        }}
        onConfirm={() => {
          setIsLeaving(false)
          if (navigation.status === 'blocked') navigation.proceed()
          else onLeave()
        }}
      >
        {t('changes.sentence')}
      </ConfirmDialog>
    ),
  }
}

const always = () => true
