import { Callout, Card } from '@parley/ui'
import { useSettingsTexts } from '../shared/settings-texts.ts'

const titles = {
  emails: 'emails.addresses',
  password: 'password.title',
  otp: 'otp.title',
  passkey: 'passkey.title',
  factor: 'factor.title',
  teams: 'teams.create',
} as const

/** Replaces a block that is unavailable in demo mode. */
export function DemoNote({ block }: { block: keyof typeof titles }) {
  const { t } = useSettingsTexts()
  return (
    <Card title={t(titles[block])}>
      <Callout>
        <p>{t(`demo.${block}`)}</p>
      </Callout>
    </Card>
  )
}

/** E-mails and sign-in methods in demo mode. */
export function DemoAuthentication() {
  return (['emails', 'password', 'otp', 'passkey', 'factor'] as const).map((block) => (
    <DemoNote key={block} block={block} />
  ))
}
