import { focusPage, hasNoFocus } from '@parley/ui'
import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Keeps the focus of somebody who uses the keyboard while the live call comes, changes and goes: in the panel while a call
 * has the ear, else back in the page. It takes the focus from nobody who is somewhere else.
 *
 * @param activeKey the call that has the ear
 */
export function usePanelFocus(panel: RefObject<HTMLElement | null>, activeKey: string | null): void {
  // Read while what the next state takes away still stands.
  const wasInPanel = panel.current?.contains(document.activeElement) ?? false
  const keyBefore = useRef(activeKey)

  useLayoutEffect(() => {
    const isNew = activeKey !== null && activeKey !== keyBefore.current
    keyBefore.current = activeKey
    if (activeKey !== null) {
      if ((wasInPanel || isNew) && hasNoFocus()) panel.current?.focus({ preventScroll: true })
    } else if (wasInPanel && (hasNoFocus() || document.activeElement === panel.current)) focusPage()
  })
}
