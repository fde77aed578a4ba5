/** Inserts text at the cursor of a text area, in place of selected text, as if it were typed. */
export function insertText(area: HTMLTextAreaElement, text: string): void {
  area.focus()
  // NOTE: Deprecated, but the only function after which the browser can undo the edit.
  const isInserted =
    typeof document.execCommand === 'function' && document.execCommand('insertText', false, text)
  if (isInserted) return
  area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end')
  area.dispatchEvent(new Event('input', { bubbles: true }))
}
