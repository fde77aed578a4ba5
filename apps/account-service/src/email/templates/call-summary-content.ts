import type { Translator } from '@parley/i18n'
import type { Locale } from '../../locale.ts'
import type { emailMessages } from './messages/index.ts'
import { type BuiltInEmail, oneLine } from './render-fragment.ts'

type FieldValue = string | number | boolean

/** Texts without line breaks, and without anything that becomes a link. */
export interface CallSummary {
  /** Empty if nothing of the name may be sent. */
  readonly workspace: string
  /** The member who sends it; empty if it is sent by itself. */
  readonly memberName: string
  /** Name or number of the other party; empty when withheld. */
  readonly party: string
  /** An IANA name. */
  readonly timeZone: string
  readonly startedAtMillis: number
  readonly talkSeconds: number
  readonly statements: readonly { readonly text: string; readonly isSupported: boolean }[]
  readonly fields: readonly { readonly label: string; readonly values: readonly FieldValue[] }[]
  readonly actionItems: readonly {
    readonly text: string
    readonly owner: string
    readonly dueOn: string | null
  }[]
  readonly link: string
}

type Translate = Translator<(typeof emailMessages)['en-US']>['t']

/** Returns the content of the e-mail with the summary of a call, without what all e-mails have. */
export function toSummaryContent(
  t: Translate,
  variables: CallSummary,
  locale: Locale,
): Omit<BuiltInEmail, 'lang' | 'sender' | 'orLink'> {
  const { workspace, memberName, party, timeZone, startedAtMillis, talkSeconds, link } = variables
  const time = new Intl.DateTimeFormat(locale, {
    ...{ year: 'numeric', month: 'short', day: 'numeric' },
    ...{ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
    timeZone,
  }).format(startedAtMillis)
  const seconds = String(talkSeconds % 60).padStart(2, '0')
  const when = {
    time: time.replaceAll('\u202f', ' '),
    length: `${Math.floor(talkSeconds / 60)}:${seconds}`,
  }
  const subject = t('call-summary.subject', { party: oneLine(party) || t('missed-calls.withheld') })
  const intro = [
    workspace === ''
      ? t('call-summary.unnamed-body', when)
      : t('call-summary.body', { ...when, workspace: oneLine(workspace) }),
    ...(memberName === '' ? [] : [t('call-summary.shared', { name: oneLine(memberName) })]),
  ]
  return {
    subject,
    heading: subject,
    body: intro.join(' '),
    sections: listSections(t, variables, locale),
    button: { label: t('call-summary.button'), link },
    footer: t('call-summary.by-model'),
  }
}

/** Returns the parts of a summary that have content. */
function listSections(
  t: Translate,
  { statements, fields, actionItems }: CallSummary,
  locale: Locale,
): NonNullable<BuiltInEmail['sections']> {
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  const numbers = new Intl.NumberFormat(locale)
  const formatValue = (value: FieldValue) => {
    if (typeof value === 'boolean') return t(value ? 'call-summary.yes' : 'call-summary.no')
    return typeof value === 'number' ? numbers.format(value) : value
  }
  const sections = [
    {
      title: t('call-summary.summary'),
      rows: statements.map(({ text, isSupported }) =>
        isSupported ? text : `${text} (${t('call-summary.unsupported')})`,
      ),
    },
    {
      title: t('call-summary.fields'),
      rows: fields.map(({ label, values }) => `${label}: ${values.map(formatValue).join(', ')}`),
    },
    {
      title: t('call-summary.action-items'),
      rows: actionItems.map(({ text, owner, dueOn }) =>
        [
          text,
          ...(owner === '' ? [] : [owner]),
          ...(dueOn === null ? [] : [days.format(new Date(dueOn))]),
        ].join(' – '),
      ),
    },
  ]
  return sections.filter(({ rows }) => rows.length > 0)
}
