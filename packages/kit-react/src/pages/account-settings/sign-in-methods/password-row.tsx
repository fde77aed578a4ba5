import type { CurrentUser } from '@parley/kit'
import { Button } from '@parley/ui'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { SettingRow } from '../shared/setting-row.tsx'
import { useSettingsTexts } from '../shared/settings-texts.ts'
import type { MethodRules } from './method-rules.ts'
import { PasswordDialog } from './password-dialog.tsx'

export function PasswordRow({ user, rules }: { user: CurrentUser; rules: MethodRules }) {
  const { t } = useSettingsTexts()
  const [isOpen, setIsOpen] = useState(false)
  const reason = rules.hasSignInEmail ? null : t('password.needs-email')
  return (
    <SettingRow
      icon={KeyRound}
      title={t('password.title')}
      detail={reason ?? (user.hasPassword ? t('password.is-set') : t('password.not-set'))}
      action={
        <Button
          size="small"
          disabledReason={user.hasPassword ? null : reason}
          onClick={() => setIsOpen(true)}
        >
          {user.hasPassword ? t('password.change') : t('password.set')}
        </Button>
      }
    >
      {isOpen && <PasswordDialog user={user} onClose={() => setIsOpen(false)} />}
    </SettingRow>
  )
}
