import { CallButton, DialKey, dialKeys, PhoneNumberField } from '@parley/ui'
import { useId } from 'react'
import { useLanguage } from '../i18n/language.tsx'
import { formatWhileTyping } from './numbers/format-number.ts'
import { type DialPadProps, type DialPadState, useDialPad } from './use-dial-pad.ts'

/** The dial pad: one field for numbers and names, the keys, and the call button. */
export function DialPad(props: DialPadProps) {
  const { t } = useLanguage()
  const pad = useDialPad(props)
  const { blocked } = pad
  const hintId = useId()

  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-3.5 max-sm:gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (blocked === null) props.onCall(props.value)
      }}
    >
      <DialField {...props} pad={pad} hintId={hintId} />
      <div className="grid min-h-5 gap-1 text-small text-ink-soft">
        {pad.wasCleaned && <p role="status">{t('dial.cleaned')}</p>}
        {blocked && blocked !== props.blockedReason && (
          <FormError
            sentence={blocked}
            tone={pad.submitAttempted ? 'asked' : props.hasNoMatch ? 'known' : 'silent'}
          />
        )}
        {props.facts}
      </div>
      {props.suggestions}
      <DialKeys pad={pad} />
      {props.callFrom}
      <CallButton
        action="open"
        type="submit"
        width="full"
        disabledReason={blocked}
        // Enter in the field triggers this button; a disabled button does not submit.
        onClickCapture={pad.handleSubmitAttempt}
      >
        {props.callLabel}
      </CallButton>
      <p id={hintId} className="text-center text-small text-ink-soft max-sm:hidden">
        {pad.hint}
      </p>
    </form>
  )
}

function DialField({
  value,
  homeCountry,
  pad,
  hintId,
}: DialPadProps & { pad: DialPadState; hintId: string }) {
  const { t } = useLanguage()
  return (
    <PhoneNumberField
      data-dial-box
      data-arrow-field
      data-takes-focus
      aria-label={t('dial.box')}
      aria-describedby={hintId}
      placeholder={t('dial.placeholder')}
      type="text"
      inputMode="text"
      autoComplete="off"
      spellCheck={false}
      autoFocus
      value={value}
      deleteLabel={t('dial.delete')}
      onDelete={pad.removeLast}
      onKeyDown={pad.handleKeyDown}
      onChange={({ target }) => {
        // Regrouping would move a caret in the middle of the input.
        const isAtEnd = target.selectionStart === target.value.length
        const grows = target.value.length > value.length
        pad.change(isAtEnd && grows ? formatWhileTyping(target.value, homeCountry) : target.value)
      }}
      onPaste={(event) => {
        if (pad.paste(event.clipboardData.getData('text'))) event.preventDefault()
      }}
    />
  )
}

function DialKeys({ pad }: { pad: DialPadState }) {
  const { t } = useLanguage()
  return (
    <fieldset aria-label={t('dial.keys')} className="grid min-w-0 grid-cols-3 gap-2">
      {dialKeys.map(({ digit, letters }) => (
        <DialKey
          key={digit}
          digit={digit}
          letters={letters}
          isDown={pad.downKey === digit}
          onPress={pad.press}
          onLongPress={digit === '0' ? () => pad.append('+') : undefined}
        />
      ))}
    </fieldset>
  )
}

/** The validation message of the field, shown on submit or when certain. */
function FormError({ sentence, tone }: { sentence: string; tone: 'asked' | 'known' | 'silent' }) {
  if (tone === 'silent') return null
  return tone === 'asked' ? (
    <p role="alert" className="text-danger">
      {sentence}
    </p>
  ) : (
    <p role="status">{sentence}</p>
  )
}
