import { Button, Card, useToast } from '@parley/ui'
import { useLanguage } from '../i18n/language.tsx'

/** Lets the browser open links to telephone numbers (`tel:`) in the dial pad. */
export function PhoneLinks() {
  const { t } = useLanguage()
  const show = useToast()
  if (!('registerProtocolHandler' in navigator)) return null
  const register = () => {
    // The browser asks the user.
    navigator.registerProtocolHandler('tel', `${location.origin}/dial?number=%s`)
    show({ text: t('links.asked'), tone: 'neutral' })
  }
  return (
    <Card title={t('links.title')}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-[52ch] min-w-0 grow basis-64 text-small text-ink-soft">{t('links.sentence')}</p>
        <Button onClick={register}>{t('links.register')}</Button>
      </div>
    </Card>
  )
}
