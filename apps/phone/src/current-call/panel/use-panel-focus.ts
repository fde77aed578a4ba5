import { focusPage, isFocusLost } from '@parley/ui'
import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Manages keyboard focus while calls start, change and end: inside the panel during an active call, otherwise
 * back on the page. Never takes the focus from an element outside the panel.
 *
 * @param activeKey the key of the active call
 */
export function usePanelFocus(panel: RefObject<HTMLElement | null>, activeKey: string | null): void {
  // Read before the next state removes the focused element.
  const wasInPanel = panel.current?.contains(document.activeElement) ?? false
  const keyBefore = useRef(activeKey)

  useLayoutEffect(() => {
    const isNew = activeKey !== null && activeKey !== keyBefore.current
    keyBefore.current = activeKey
    if (activeKey !== null) {
      if ((wasInPanel || isNew) && isFocusLost()) panel.current?.focus({ preventScroll: true })
    } else if (wasInPanel && (isFocusLost() || document.activeElement === panel.current)) focusPage()
  })
}
