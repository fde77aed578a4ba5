import { unwrap } from '@parley/client'
import type { contactDuplicates } from '@parley/contract/phone'
import { Avatar, Badge, Button, Checkbox, formatNames, useToast } from '@parley/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Lock, Merge } from 'lucide-react'
import { useState } from 'react'
import { queryKeys } from '../../api/query-keys.ts'
import { formatNumber } from '../../dial/numbers/format-number.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { useExplainError } from '../../shell/errors/explain-error.ts'
import { RouterLink } from '../../shell/router-link.tsx'
import { type Contact, type ContactPair, orderPair } from './merge-draft.ts'

interface DuplicateCardProps {
  duplicate: contactDuplicates.Duplicate
  onMerge: (pair: ContactPair) => void
}

/** A suggestion: its contacts, of which two can be merged. */
export function DuplicateCard({ duplicate, onMerge }: DuplicateCardProps) {
  const { t, plural, locale } = useLanguage()
  const { contacts, reasons, contactCount } = duplicate
  const [chosen, setChosen] = useState(() => contacts.slice(0, 2).map(({ id }) => id))
  const dismiss = useDismiss(contacts)
  const isChoice = contacts.length > 2
  const [first, second, ...others] = contacts.filter(({ id }) => chosen.includes(id))
  const isPair = first !== undefined && second !== undefined && others.length === 0
  const names = formatNames(
    contacts.map(({ name }) => name),
    locale,
  )
  return (
    <li className="grid gap-3 rounded-card border border-line bg-raised p-4.5">
      <div className="flex flex-wrap gap-1.5">
        {reasons.map((reason) => (
          <Badge key={reason}>{t(`duplicates.reason-${reason}`)}</Badge>
        ))}
      </div>
      <DuplicateContacts contacts={contacts} chosen={chosen} onChoose={setChosen} />
      {contactCount > contacts.length && (
        <p className="text-small text-ink-soft">
          {plural('duplicates.more', contactCount - contacts.length)}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          icon={Merge}
          size="small"
          disabled={!isPair}
          aria-label={isChoice ? undefined : t('duplicates.merge-named', { names })}
          onClick={() => isPair && onMerge(orderPair(first, second))}
        >
          {t('duplicates.merge')}
        </Button>
        <Button
          size="small"
          variant="quiet"
          state={dismiss.isPending ? 'busy' : 'idle'}
          aria-label={t('duplicates.dismiss-named', { names })}
          onClick={() => dismiss.mutate()}
        >
          {t('duplicates.dismiss')}
        </Button>
        {isChoice && !isPair && <p className="text-small text-ink-soft">{t('duplicates.choose-two')}</p>}
      </div>
    </li>
  )
}

interface DuplicateContactsProps {
  contacts: readonly Contact[]
  chosen: readonly string[]
  onChoose: (ids: string[]) => void
}

/** The contacts of a suggestion. Of more than two, those to merge are chosen. */
function DuplicateContacts({ contacts, chosen, onChoose }: DuplicateContactsProps) {
  const { t } = useLanguage()
  return (
    <ul className="grid gap-3">
      {contacts.map((contact) => (
        <li key={contact.id} className="flex items-start gap-3">
          {contacts.length > 2 && (
            <Checkbox
              label={<span className="sr-only">{t('bulk.select-named', { name: contact.name })}</span>}
              checked={chosen.includes(contact.id)}
              onChange={(isChecked) =>
                onChoose(isChecked ? [...chosen, contact.id] : chosen.filter((id) => id !== contact.id))
              }
            />
          )}
          <DuplicateContact contact={contact} />
        </li>
      ))}
    </ul>
  )
}

function DuplicateContact({ contact }: { contact: Contact }) {
  const { t } = useLanguage()
  const { id, name, company, phones, emails, visibility } = contact
  const facts = [
    company,
    ...phones.slice(0, 3).map(({ number }) => formatNumber(number)),
    ...emails.slice(0, 3).map(({ address }) => address),
  ]
  return (
    <div className="flex min-w-0 flex-1 items-start gap-3">
      <Avatar name={name} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2">
          <RouterLink to="/contacts" search={{ contact: id }} className="font-semibold wrap-anywhere">
            {name}
          </RouterLink>
          {visibility === 'private' && <Badge icon={Lock}>{t('contacts.private')}</Badge>}
        </p>
        <p className="text-small wrap-anywhere text-ink-soft">{facts.filter(Boolean).join(' · ')}</p>
      </div>
    </div>
  )
}

function useDismiss(contacts: readonly Contact[]) {
  const { t } = useLanguage()
  const { api } = usePhone()
  const explain = useExplainError()
  const queryClient = useQueryClient()
  const show = useToast()
  return useMutation({
    mutationFn: () =>
      api('POST /contact-duplicates/dismiss', { body: { contacts: contacts.map(({ id }) => id) } }).then(
        unwrap,
      ),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.contacts.duplicates })
      show({ text: t('duplicates.dismissed') })
    },
    onError: (error) => show({ text: explain(error).sentence, tone: 'danger' }),
  })
}
