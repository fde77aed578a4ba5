import { Menu, MenuItem, MenuSeparator } from '@parley/ui'
import { CircleUserRound, LogIn, LogOut, SunMoon, UserPlus } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { useUser } from '../../hooks/use-user.ts'
import { useSelectedLanguage } from '../../provider/create-texts.ts'
import { MockData } from '../demo/mock-data.tsx'
import type { MockUser } from '../demo/mocks.ts'
import { ImpersonationBadge } from '../impersonation/impersonation-label.tsx'
import { useComponentTexts } from '../texts.ts'
import { UserAvatar } from './user-avatar.tsx'

interface ExtraItem {
  readonly text: string
  readonly icon: ReactNode
  readonly onClick: () => void | Promise<void>
}

interface UserButtonProps {
  /** Shows the name and the e-mail beside the picture. */
  showUserInfo?: boolean
  /** Adds a menu item that changes between light and dark. */
  colorModeToggle?: () => void | Promise<void>
  /** Menu items of the application. */
  extraItems?: readonly ExtraItem[]
  /** Shows the button in demo mode, with this user. */
  mockUser?: MockUser
}

/** The picture of the signed-in user, which opens a menu of the account. */
export function UserButton({ mockUser, ...props }: UserButtonProps) {
  return (
    <Suspense fallback={<UserAvatar />}>
      <MockData mockUser={mockUser}>
        <span className="inline-flex max-w-full items-center gap-2">
          <LoadedButton {...props} />
          <Impersonation />
        </span>
      </MockData>
    </Suspense>
  )
}

function Impersonation() {
  const user = useUser()
  return (
    user && (
      <Suspense fallback={null}>
        <ImpersonationBadge user={user} />
      </Suspense>
    )
  )
}

function LoadedButton({ showUserInfo = false, colorModeToggle, extraItems = [] }: UserButtonProps) {
  const user = useUser()
  const { locale } = useSelectedLanguage()
  const { t } = useComponentTexts()
  const name = user ? (user.displayName ?? user.primaryEmail ?? user.id) : null
  const names = name !== null && <Names name={name} email={user?.primaryEmail ?? null} />
  const trigger = (
    <button
      type="button"
      lang={locale}
      aria-label={name === null ? t('user.menu-signed-out') : t('user.menu', { name })}
      className="inline-flex max-w-full items-center gap-2.5 rounded-full text-left text-ink"
    >
      <UserAvatar user={user} />
      {showUserInfo && names}
    </button>
  )
  return (
    <Menu trigger={trigger}>
      {names && (
        <>
          <div className="px-2.5 py-2">{names}</div>
          <MenuSeparator />
        </>
      )}
      <PageItems isSignedIn={user !== null} />
      {extraItems.map(({ text, icon, onClick }) => (
        <MenuItem key={text} onSelect={() => void onClick()}>
          {icon}
          {text}
        </MenuItem>
      ))}
      {colorModeToggle && (
        <MenuItem icon={SunMoon} onSelect={() => void colorModeToggle()}>
          {t('user.toggle-theme')}
        </MenuItem>
      )}
      {user && <SignOutItem />}
    </Menu>
  )
}

function Names({ name, email }: { name: string; email: string | null }) {
  return (
    <span className="block min-w-0 max-w-64 text-small">
      <span className="block truncate font-semibold" title={name}>
        {name}
      </span>
      {email !== null && email !== name && (
        <span className="block truncate text-ink-soft" title={email}>
          {email}
        </span>
      )}
    </span>
  )
}

function PageItems({ isSignedIn }: { isSignedIn: boolean }) {
  const app = useStackApp()
  const { t } = useComponentTexts()
  if (isSignedIn)
    return (
      <MenuItem icon={CircleUserRound} onSelect={() => void app.redirectToAccountSettings()}>
        {t('user.settings')}
      </MenuItem>
    )
  return (
    <>
      <MenuItem icon={LogIn} onSelect={() => void app.redirectToSignIn()}>
        {t('user.sign-in')}
      </MenuItem>
      <MenuItem icon={UserPlus} onSelect={() => void app.redirectToSignUp()}>
        {t('user.sign-up')}
      </MenuItem>
    </>
  )
}

function SignOutItem() {
  const app = useStackApp()
  const { t } = useComponentTexts()
  return (
    <MenuItem icon={LogOut} onSelect={() => void app.redirectToSignOut()}>
      {t('user.sign-out')}
    </MenuItem>
  )
}
