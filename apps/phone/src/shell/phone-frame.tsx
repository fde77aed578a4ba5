import { useStore } from '@parley/kit-react'
import { AppShell, RailItem, railLinkStyles } from '@parley/ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ContactRound, Grip, Phone as PhoneIcon, Settings2, UsersRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { CommandPalette } from '../command-palette/command-palette.tsx'
import { PaletteButton } from '../command-palette/palette-button.tsx'
import { CallAnnouncer } from '../current-call/panel/call-announcer.tsx'
import { CurrentCallPanel } from '../current-call/panel/current-call-panel.tsx'
import { EmergencyView } from '../current-call/panel/emergency-view.tsx'
import { useLanguage } from '../i18n/language.tsx'
import { CallNotifications } from '../notifications/call-notifications.tsx'
import { usePhone } from '../phone-context.tsx'
import { ShortcutsDialog, shortcutsDialog } from '../settings/shortcuts-dialog.tsx'
import { useCallShortcuts } from '../settings/use-call-shortcuts.ts'
import { useTheme } from '../settings/use-theme.ts'
import { useTimeZone } from '../settings/use-time-zone.ts'
import { AccountMenu } from './account/account-menu.tsx'
import { AppUpdate } from './app-update/app-update.tsx'
import { ConfirmLeave } from './confirm-leave.tsx'
import { useMediaQuery } from './hooks/use-media-query.ts'
import { usePageTitle } from './hooks/use-page-title.ts'

/** The frame of every route: navigation, current call and shortcuts. */
export function PhoneFrame({ children }: { children: ReactNode }) {
  const { t } = useLanguage()
  const { callManager } = usePhone()
  const { localCalls, incoming } = useStore(callManager)
  const [isOpen, setIsOpen] = useState(false)
  const hasRail = useMediaQuery('(min-width: 640px)')
  // Narrower, the large call would leave too little of the page.
  const fitsBesideLargeCall = useMediaQuery('(min-width: 1536px)')
  const isDocked = useMediaQuery('(min-width: 1024px)')
  // Narrower, the call is one line, which shows no tools.
  const showTool = () => {
    if (!isDocked) setIsOpen(true)
  }
  useTheme()
  useTimeZone()
  useCallShortcuts({ onHelp: () => shortcutsDialog.set('open'), onShowTool: showTool })
  usePageTitle(incoming.length > 0 ? t('live.incoming') : null)

  const isLarge = isOpen && localCalls.length > 0
  const covers = !isLarge || fitsBesideLargeCall ? 'nothing' : hasRail ? 'main' : 'everything'

  return (
    <>
      <AppShell
        skipLabel={t('shell.skip')}
        navLabel={t('shell.navigation')}
        coveredByLiveCall={covers}
        footer={
          <>
            <PaletteButton />
            <AccountMenu />
          </>
        }
        live={<CurrentCallPanel isOpen={isLarge} onOpenChange={setIsOpen} />}
        nav={<NavigationLinks />}
      >
        {children}
      </AppShell>
      <CallAnnouncer />
      <AppUpdate />
      <CallNotifications />
      <EmergencyView />
      <ShortcutsDialog />
      <CommandPalette onOpenPage={() => setIsOpen(false)} onShowTool={showTool} />
      <ConfirmLeave isInCall={localCalls.length > 0} />
    </>
  )
}

/** The links to the pages of the phone, with the number of missed calls. */
function NavigationLinks() {
  const { t, plural } = useLanguage()
  const { queries } = usePhone()
  const missedCount = useQuery(queries.missedCount()).data?.count ?? 0
  return (
    <>
      <Link to="/" activeOptions={{ exact: true, includeSearch: false }} className={railLinkStyles}>
        <RailItem
          icon={PhoneIcon}
          label={t('calls.title')}
          count={missedCount}
          countLabel={plural('calls.missed', missedCount)}
        />
      </Link>
      <Link to="/dial" activeOptions={{ includeSearch: false }} className={railLinkStyles}>
        <RailItem icon={Grip} label={t('dial.title')} />
      </Link>
      <Link to="/contacts" activeOptions={{ includeSearch: false }} className={railLinkStyles}>
        <RailItem icon={ContactRound} label={t('contacts.title')} />
      </Link>
      <ConfigurationLink />
    </>
  )
}

/** Other members than administrators may use only the page of the members. */
function ConfigurationLink() {
  const { t } = useLanguage()
  const { me } = usePhone()
  if (me.isPhoneAdmin)
    return (
      <Link to="/app-config" className={railLinkStyles}>
        <RailItem icon={Settings2} label={t('config.title')} />
      </Link>
    )
  return (
    <Link to="/app-config/members" className={railLinkStyles}>
      <RailItem icon={UsersRound} label={t('members.title')} />
    </Link>
  )
}
