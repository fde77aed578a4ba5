import { useFieldControl } from '@parley/ui'
import { type RefObject, useRef } from 'react'
import { insertText } from './insert-text.ts'
import { listUnknownVariables, type UnknownVariable } from './split-text.ts'
import { TextMirror } from './text-mirror.tsx'
import { UnknownVariables, unknownVariablesId } from './unknown-variables.tsx'
import { VariableButtons } from './variable-buttons.tsx'

/** Of the text area and of the text under it, which must be at the same place. */
const textStyles =
  'py-3 pr-3 pl-12 font-mono text-control leading-6 whitespace-pre-wrap wrap-anywhere [tab-size:4] sm:text-small sm:leading-6'

interface PromptTextProps {
  text: string
  onChange: (text: string) => void
}

/** Edits the text of the prompt, in which variables are marked, and lists the ones that do not exist. */
export function PromptText({ text, onChange }: PromptTextProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const mirror = useRef<HTMLDivElement>(null)
  const unknown = listUnknownVariables(text)
  const select = ({ start, end, line }: UnknownVariable) => {
    area.current?.focus()
    area.current?.setSelectionRange(start, end)
    mirror.current?.children[line - 1]?.scrollIntoView?.({ block: 'nearest' })
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <TextEditor text={text} isWrong={unknown.length > 0} area={area} mirror={mirror} onChange={onChange} />
      <UnknownVariables unknown={unknown} onSelect={select} />
      <VariableButtons onInsert={(variable) => area.current && insertText(area.current, `{{${variable}}}`)} />
    </div>
  )
}

interface TextEditorProps extends PromptTextProps {
  isWrong: boolean
  area: RefObject<HTMLTextAreaElement | null>
  mirror: RefObject<HTMLDivElement | null>
}

function TextEditor({ text, isWrong, area, mirror, onChange }: TextEditorProps) {
  const control = useFieldControl()
  const describedBy = [control['aria-describedby'], isWrong && unknownVariablesId].filter(Boolean)
  return (
    // Not marked as invalid: an unknown variable prevents no save, and the focus belongs to the input that does.
    <div
      data-wrong={isWrong || undefined}
      className="max-h-240 scroll-my-12 overflow-y-auto rounded-control border border-line-strong bg-raised has-focus-visible:outline-2 has-focus-visible:outline-focus has-aria-invalid:border-danger data-wrong:border-danger"
    >
      <div className="relative">
        <div className={`min-h-48 ${textStyles}`}>
          <TextMirror ref={mirror} text={text} />
        </div>
        <textarea
          {...control}
          ref={area}
          name="text"
          data-own-shortcuts
          autoComplete="off"
          value={text}
          aria-describedby={describedBy.join(' ') || undefined}
          onChange={({ target }) => onChange(target.value)}
          className={`absolute inset-0 size-full resize-none overflow-hidden bg-transparent text-ink outline-none ${textStyles}`}
        />
      </div>
    </div>
  )
}
