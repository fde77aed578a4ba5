import { Avatar, Badge, Button, Card, IconButton, Link, Skeleton } from '@parley/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, Copy, Lock, Pencil, Phone, Users } from 'lucide-react'
import type { PhoneOutput } from '../api/phone-api.ts'
import { BlockButton } from '../blocking/block-button.tsx'
import { formatNumber } from '../dial/numbers/format-number.ts'
import { useDialling } from '../dial/use-dialling.ts'
import { useLanguage } from '../i18n/language.tsx'
import { usePhone } from '../phone-context.tsx'
import { ErrorAlert } from '../shell/errors/error-alert.tsx'
import { RouterButtonLink, RouterLink } from '../shell/router-link.tsx'
import { CustomValuesCard } from './custom-fields/custom-values.tsx'
import { DeleteContact, isBeingDeleted } from './delete-contact.tsx'
import { DetailRow } from './details/detail-row.tsx'
import { OwnerBadge } from './details/owner-badge.tsx'
import { Timeline } from './details/timeline.tsx'
import { useCopy } from './use-copy.ts'

type Contact = PhoneOutput<'GET /contacts/{contact}'>

/** A contact and its timeline. */
export function ContactDetail({ contactId, isFullPage }: { contactId: string; isFullPage: boolean }) {
  const { t } = useLanguage()
  const { queries } = usePhone()
  const queryClient = useQueryClient()
  const contact = useQuery({
    ...queries.contact(contactId),
    enabled: () => !isBeingDeleted(queryClient, contactId),
  })

  return (
    <>
      {isFullPage && (
        <RouterLink
          to="/contacts"
          search={{}}
          className="mb-3 -ml-1 flex min-h-6 w-max items-center gap-1 no-underline!"
        >
          <ArrowLeft size={18} aria-hidden />
          {t('contacts.title')}
        </RouterLink>
      )}
      {contact.isPending && <Skeleton rows={4} label={t('common.loading')} />}
      {contact.isError && <ErrorAlert error={contact.error} onTryAgain={() => void contact.refetch()} />}
      {contact.data && <LoadedContact contact={contact.data} isFullPage={isFullPage} />}
    </>
  )
}

function LoadedContact({ contact, isFullPage }: { contact: Contact; isFullPage: boolean }) {
  const { t } = useLanguage()
  return (
    <article className="@container">
      <header className="mb-6 flex items-start gap-4 max-sm:mb-4 @max-xl:flex-wrap">
        <Avatar name={contact.name} size="large" />
        <ContactName contact={contact} isFullPage={isFullPage} />
        <ContactActions contact={contact} />
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 @2xl:grid-cols-[minmax(0,1fr)_minmax(0,1.15fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <ContactMethods contact={contact} />
          <CustomValuesCard contact={contact} />
          {contact.notes && (
            <Card title={t('contacts.notes')}>
              <p className="max-w-[68ch] text-small break-words whitespace-pre-wrap">{contact.notes}</p>
            </Card>
          )}
        </div>
        <Timeline key={contact.id} contactId={contact.id} />
      </div>
    </article>
  )
}

function ContactName({ contact, isFullPage }: { contact: Contact; isFullPage: boolean }) {
  const { t } = useLanguage()
  // Without the list beside it, the contact fills the page.
  const Heading = isFullPage ? 'h1' : 'h2'
  const second = [contact.role, contact.company].filter(Boolean).join(', ')
  return (
    <div className="min-w-0 flex-1">
      <Heading className="text-page tracking-[-0.012em] wrap-anywhere max-sm:text-[1.375rem]">
        {contact.name}
      </Heading>
      {second && <p className="text-ink-soft">{second}</p>}
      <div className="mt-1.5 flex flex-wrap gap-1.5">
        {contact.tags.map((tag) => (
          <Badge key={tag}>{tag}</Badge>
        ))}
        <Badge icon={contact.visibility === 'shared' ? Users : Lock}>
          {t(`contacts.${contact.visibility}`)}
        </Badge>
        {contact.visibility === 'shared' && <OwnerBadge userId={contact.ownerUserId} />}
      </div>
    </div>
  )
}

function ContactActions({ contact }: { contact: Contact }) {
  const { t } = useLanguage()
  const dialling = useDialling()
  const phone = contact.phones.find(({ number }) => !dialling.isInCall(number))
  return (
    <div className="flex flex-wrap gap-2 @max-xl:w-full">
      {phone && (
        <Button
          variant="call"
          icon={Phone}
          className="@max-xl:flex-1"
          onClick={() => dialling.dial({ to: phone.number, title: contact.name })}
        >
          {dialling.buttonLabel(null)}
        </Button>
      )}
      <RouterButtonLink
        to="/contacts"
        search={{ contact: contact.id, edit: 'existing' }}
        data-opens-editor="existing"
        icon={Pencil}
        className="@max-xl:flex-1"
      >
        {t('common.edit')}
      </RouterButtonLink>
      <DeleteContact contact={contact} />
    </div>
  )
}

function ContactMethods({ contact }: { contact: Contact }) {
  const { t } = useLanguage()
  const dialling = useDialling()
  const copy = useCopy()

  return (
    <Card title={t('contacts.details')} padding="none">
      <ul className="[&>li+li]:border-t [&>li+li]:border-line">
        {contact.phones.map((phone) => (
          <DetailRow key={phone.number} label={phone.label || t('contacts.phone')} actions="below-if-narrow">
            <button
              type="button"
              className="flex-auto text-left text-control whitespace-nowrap tabular-nums hover:underline"
              title={phone.typed}
              onClick={() => dialling.dial({ to: phone.number, title: contact.name })}
            >
              {formatNumber(phone.number)}
            </button>
            {phone.extension && <Badge>{t('contacts.extension', { extension: phone.extension })}</Badge>}
            <span className="ml-auto flex">
              <IconButton
                icon={Copy}
                label={t('contacts.copy', { what: formatNumber(phone.number) })}
                onClick={() => void copy(phone.number)}
              />
              <BlockButton number={phone.number} />
              {!dialling.isInCall(phone.number) && (
                <IconButton
                  icon={Phone}
                  look="call"
                  label={dialling.buttonLabel(formatNumber(phone.number))}
                  onClick={() => dialling.dial({ to: phone.number, title: contact.name })}
                />
              )}
            </span>
          </DetailRow>
        ))}
        {contact.emails.map((email) => (
          <DetailRow key={email.address} label={email.label || t('contacts.email')}>
            <Link href={`mailto:${email.address}`} title={email.address} className="min-w-0 flex-1 truncate">
              {email.address}
            </Link>
            <IconButton
              icon={Copy}
              label={t('contacts.copy', { what: email.address })}
              onClick={() => void copy(email.address)}
            />
          </DetailRow>
        ))}
        {contact.phones.length + contact.emails.length === 0 && (
          <li className="px-4.5 py-3 text-small text-ink-soft">{t('contacts.no-details')}</li>
        )}
      </ul>
    </Card>
  )
}
