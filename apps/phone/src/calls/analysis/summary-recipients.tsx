import type { callSummaries } from '@parley/contract/phone'
import { Button, Checkbox, formatDay, formatTime } from '@parley/ui'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'

interface SummaryRecipientsProps {
  recipients: readonly callSummaries.SummaryRecipient[]
  chosen: readonly string[]
  onChange: (userIds: readonly string[]) => void
}

/** Chooses the members who get an analysis: one by one, or those of a group who have not got it. */
export function SummaryRecipients({ recipients, chosen, onChange }: SummaryRecipientsProps) {
  const { t } = useLanguage()
  const { me } = usePhone()
  const unsent = recipients.filter(({ sentAt }) => sentAt === null)
  const groups = [
    { label: t('summary-mail.only-me'), members: unsent.filter(({ userId }) => userId === me.user.id) },
    { label: t('summary-mail.in-call'), members: unsent.filter(({ wasInCall }) => wasInCall) },
    { label: t('summary-mail.all'), members: unsent },
  ]
  const toggle = (userId: string, isChosen: boolean) =>
    onChange(isChosen ? [...chosen, userId] : chosen.filter((id) => id !== userId))
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
      <legend className="mb-1.5 text-small font-medium">{t('summary-mail.recipients')}</legend>
      <div className="flex flex-wrap gap-2">
        {groups.map(({ label, members }) => (
          <Button
            key={label}
            size="small"
            disabled={members.length === 0}
            onClick={() => onChange(members.map(({ userId }) => userId))}
          >
            {label}
          </Button>
        ))}
      </div>
      {recipients.map((recipient) => (
        <Recipient
          key={recipient.userId}
          recipient={recipient}
          isChosen={chosen.includes(recipient.userId)}
          onChange={(isChosen) => toggle(recipient.userId, isChosen)}
        />
      ))}
    </fieldset>
  )
}

interface RecipientProps {
  recipient: callSummaries.SummaryRecipient
  isChosen: boolean
  onChange: (isChosen: boolean) => void
}

function Recipient({ recipient: { userId, name, wasInCall, sentAt }, isChosen, onChange }: RecipientProps) {
  const { t, locale } = useLanguage()
  const { me } = usePhone()
  const context = { locale, nowMs: Date.now() }
  const shown = name ?? t('calls.unknown')
  const hint =
    sentAt === null
      ? wasInCall && t('summary-mail.was-in-call')
      : t('summary-mail.sent-before', { day: formatDay(sentAt, context), time: formatTime(sentAt, context) })
  return (
    <Checkbox
      label={
        <span className="wrap-anywhere">
          {userId === me.user.id ? t('assignment.you', { name: shown }) : shown}
        </span>
      }
      hint={hint}
      disabled={sentAt !== null}
      checked={sentAt === null && isChosen}
      onChange={onChange}
    />
  )
}
