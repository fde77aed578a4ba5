import { EmptyState } from '@parley/ui'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef } from 'react'
import { CallDrawer } from '../calls/call-drawer.tsx'
import { useLanguage } from '../i18n/language.tsx'
import type { ContactsList } from '../routes/search.ts'
import { useMinWidth } from '../shell/hooks/use-min-width.ts'
import { RouterButtonLink } from '../shell/router-link.tsx'
import { ColleagueDetail } from './colleagues/colleague-detail.tsx'
import { ColleagueList } from './colleagues/colleague-list.tsx'
import { ContactDetail } from './contact-detail.tsx'
import { ContactEditor } from './contact-editor.tsx'
import { ContactList } from './contact-list.tsx'
import { useEditorFocus } from './use-editor-focus.ts'

const minTwoColumnPx = 720

/** The contact list beside one contact, or only one of them on narrow pages. */
export function ContactsPage() {
  const { call, colleague, contact, edit, list, name, number } = useSearch({ from: '/application/contacts' })
  const navigate = useNavigate({ from: '/contacts' })
  const page = useRef<HTMLDivElement>(null)
  const hasRoom = useMinWidth(page, minTwoColumnPx)
  useEditorFocus(page, edit)
  const isDetailOpen = contact !== undefined || colleague !== undefined || edit === 'new'

  // The editor has already confirmed that changes may be discarded.
  const leaveEditor = (id: string | undefined) =>
    void navigate({ search: { contact: id }, replace: true, ignoreBlocker: true })
  // A link in an e-mail opens the call over no contact, and has nothing to return to but the calls.
  const isCallAlone = !isDetailOpen && list === undefined
  const closeCall = () =>
    void (isCallAlone
      ? navigate({ to: '/' })
      : navigate({ search: (before) => ({ ...before, call: undefined }), resetScroll: false }))
  return (
    <div
      ref={page}
      className={`grid h-full min-h-0 ${hasRoom ? 'grid-cols-[20rem_minmax(0,1fr)]' : 'grid-cols-1'}`}
    >
      {(hasRoom || !isDetailOpen) &&
        (list === 'colleagues' ? (
          <ColleagueList current={colleague ?? null} isFullPage={!hasRoom} />
        ) : (
          <ContactList current={contact ?? null} isFullPage={!hasRoom} />
        ))}
      {(hasRoom || isDetailOpen) && (
        <div className="min-h-0 min-w-0 scroll-pb-20 overflow-auto px-8 py-6 max-sm:px-4 max-sm:py-3.5">
          {edit !== undefined ? (
            <ContactEditor
              key={contact ?? `new ${name ?? ''} ${number ?? ''}`}
              contactId={edit === 'existing' ? (contact ?? null) : null}
              initial={{ name: name ?? '', number: number ?? null }}
              isFullPage={!hasRoom}
              onLeave={leaveEditor}
            />
          ) : contact ? (
            <ContactDetail key={contact} contactId={contact} isFullPage={!hasRoom} />
          ) : colleague ? (
            <ColleagueDetail key={colleague} userId={colleague} isFullPage={!hasRoom} />
          ) : (
            <NothingSelected list={list} />
          )}
        </div>
      )}
      {call && <CallDrawer key={call} callId={call} onClose={closeCall} />}
    </div>
  )
}

function NothingSelected({ list = 'contacts' }: { list: ContactsList | undefined }) {
  const { t } = useLanguage()
  if (list === 'colleagues') return <EmptyState>{t('colleagues.choose')}</EmptyState>
  return (
    <EmptyState
      action={
        <RouterButtonLink to="/contacts" search={{ edit: 'new' }}>
          {t('contacts.add')}
        </RouterButtonLink>
      }
    >
      {t('contacts.choose')}
    </EmptyState>
  )
}
