import type { webhooks } from '@parley/contract/phone'
import { formatDay, formatTime } from '@parley/ui'
import { useLanguage } from '../../i18n/language.tsx'

/** The request of a delivery and the responses to it, opened on request. */
export function DeliveryDetails({ delivery }: { delivery: webhooks.Delivery }) {
  const { t } = useLanguage()
  const { eventId, body, attempts } = delivery
  return (
    <details className="text-small">
      <summary className="w-max">{t('common.details')}</summary>
      <div className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-3">
        <section>
          <h4 className="text-label font-medium text-ink-soft">{t('webhooks.request')}</h4>
          <p className="font-mono text-label wrap-anywhere">webhook-id: {eventId}</p>
          {body !== null && <Code>{formatJson(body)}</Code>}
        </section>
        {attempts.length > 0 && (
          <section>
            <h4 className="text-label font-medium text-ink-soft">{t('webhooks.attempts')}</h4>
            <ol className="grid grid-cols-[minmax(0,1fr)] gap-2">
              {attempts.map((attempt) => (
                <Attempt key={attempt.at} attempt={attempt} />
              ))}
            </ol>
          </section>
        )}
      </div>
    </details>
  )
}

function Attempt({ attempt }: { attempt: webhooks.Delivery['attempts'][number] }) {
  const { t, locale } = useLanguage()
  const { at, tookMs: ms, status, problem, response } = attempt
  const context = { locale, nowMs: Date.now() }
  const when = { day: formatDay(at, context), time: formatTime(at, context), ms }
  return (
    <li>
      <p>
        {status === null
          ? t('webhooks.attempt-none', when)
          : t('webhooks.attempt-status', { ...when, status })}
      </p>
      {problem !== null && <p className="text-ink-soft">{t(`webhook-problem.${problem}`)}</p>}
      {response !== null && response !== '' && <Code>{response}</Code>}
    </li>
  )
}

function Code({ children }: { children: string }) {
  return (
    <pre className="mt-1 rounded-control bg-sunken p-2 font-mono text-label whitespace-pre-wrap wrap-anywhere">
      {children}
    </pre>
  )
}

function formatJson(text: string): string {
  return JSON.stringify(JSON.parse(text), null, 2)
}
