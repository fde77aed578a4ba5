import { focusPage, isFocusLost } from '@parley/ui'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { CallTool } from '../tools/call-controls.tsx'

interface PanelState {
  /** The key of the active call. */
  readonly activeKey: string | null
  readonly tool: CallTool
  /** Whether the panel is large. */
  readonly isOpen: boolean
}

/**
 * Manages keyboard focus while calls start, change and end: inside the panel during an active call, otherwise
 * back on the page. A tool that closes, or a panel that changes its size, returns the focus to its button, the
 * element with `data-opens`; not after a click, because the tooltip of the button would open. Never takes the focus from an element outside the panel.
 */
export function usePanelFocus(panel: RefObject<HTMLElement | null>, state: PanelState): void {
  // Read before the next state removes the focused element.
  const wasInPanel = panel.current?.contains(document.activeElement) ?? false
  const wasVisible = document.activeElement?.matches(':focus-visible') ?? false
  const stateBefore = useRef(state)

  useLayoutEffect(() => {
    const { activeKey } = state
    const before = stateBefore.current
    stateBefore.current = state
    if (activeKey === null) {
      if (wasInPanel && (isFocusLost() || document.activeElement === panel.current)) focusPage()
      return
    }
    if (!isFocusLost()) return
    if (wasInPanel && wasVisible) {
      const opener = before.isOpen === state.isOpen ? before.tool : 'panel'
      panel.current?.querySelector<HTMLElement>(`[data-opens="${opener}"]`)?.focus({ preventScroll: true })
    }
    const isNew = activeKey !== before.activeKey
    if ((wasInPanel || isNew) && isFocusLost()) panel.current?.focus({ preventScroll: true })
  })
}
