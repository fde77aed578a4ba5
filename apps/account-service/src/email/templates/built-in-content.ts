import { createTranslator, type Translator } from '@parley/i18n'
import type { Locale } from '../../locale.ts'
import { type CallSummary, toSummaryContent } from './call-summary-content.ts'
import { emailMessages } from './messages/index.ts'
import { type BuiltInEmail, oneLine } from './render-fragment.ts'

/** A change of a user's sign-in methods. */
export type SignInChange =
  | 'password-changed'
  | 'passkey-added'
  | 'passkey-removed'
  | 'second-factor-on'
  | 'second-factor-off'
  | 'recovery-code-used'
  | 'recovery-codes-made'
  | 'recovery-codes-replaced'
  | 'provider-linked'
  | 'provider-unlinked'
  | 'code-sign-in-on'
  | 'code-sign-in-off'
  | 'address-added'
  | 'address-removed'
  | 'primary-address-changed'

/** The word for a team in the e-mails of the project. */
export type TeamWording = 'team' | 'workspace'

/** Variables of the built-in templates. */
export interface TemplateVariables {
  'email-verification': { readonly link: string }
  'password-reset': { readonly link: string }
  'magic-link': { readonly link: string; readonly otp: string }
  /** Without the name of the team if it is empty. */
  'team-invitation': {
    readonly link: string
    readonly team: string
    /** The name of the user who invites; empty if it is unknown or must not be sent, as by default. */
    readonly inviter?: string
    /** `team` by default. */
    readonly wording?: TeamWording
  }
  'sign-in-invitation': { readonly link: string; readonly team: string }
  /** Sent when a sign-in code is requested for an unverified e-mail. */
  'address-unverified': Readonly<Record<string, never>>
  /** Sent to the verified and the primary e-mails of a user whenever their sign-in methods change. */
  'sign-in-changed': {
    readonly change: SignInChange
    /** The page on which the user can end other sessions, if the project has one. */
    readonly link?: string
  }
  /** Plain names of at most 50 characters, and links to the phone. */
  'missed-calls': {
    /** Empty if nothing of the name may be sent. */
    readonly workspace: string
    /** An IANA name. Missing in e-mails of earlier versions. */
    readonly timeZone?: string
    readonly calls: readonly MissedCall[]
    /** How many further calls are not listed. */
    readonly furtherCalls: number
    readonly phoneLink: string
    readonly settingsLink: string
  }
  'call-summary': CallSummary
}

export interface MissedCall {
  /** Name or number; empty when withheld. */
  readonly caller: string
  readonly link: string
  readonly startedAtMillis: number
  readonly hasVoicemail: boolean
}

export type TemplateName = keyof TemplateVariables

type English = (typeof emailMessages)['en-US']
type Translate = Translator<English>['t']
type Content = Omit<BuiltInEmail, 'lang' | 'sender' | 'orLink'>

/** Values of the placeholders, each on one line. */
interface Values {
  readonly project: string
  readonly team: string
  readonly otp: string
}

const contentByTemplate: {
  [N in TemplateName]: (
    t: Translate,
    values: Values,
    variables: TemplateVariables[N],
    locale: Locale,
  ) => Content
} = {
  'email-verification': (t, values, { link }) => toLinkContent('email-verification', t, values, link),
  'password-reset': (t, values, { link }) => toLinkContent('password-reset', t, values, link),
  'magic-link': (t, values, { link, otp }) => ({
    ...toLinkContent('magic-link', t, values, link),
    code: { label: t('magic-link.or-code'), text: otp },
  }),
  'team-invitation': toInvitationContent,
  'sign-in-invitation': (t, values, { link }) => toLinkContent('sign-in-invitation', t, values, link),
  'address-unverified': (t, values) => ({
    subject: t('address-unverified.subject', values),
    heading: t('address-unverified.heading'),
    body: t('address-unverified.body', values),
    footer: t('address-unverified.ignore'),
  }),
  'sign-in-changed': (t, values, { change, link }) => ({
    subject: t('sign-in-changed.subject', { ...values, heading: t(`sign-in-changed.${change}-heading`) }),
    heading: t(`sign-in-changed.${change}-heading`),
    body: t(`sign-in-changed.${change}`, values),
    ...(link !== undefined && { button: { label: t('sign-in-changed.button'), link } }),
    footer: t('sign-in-changed.ignore'),
  }),
  'missed-calls': toMissedCallContent,
  'call-summary': (t, _values, summary, locale) => toSummaryContent(t, summary, locale),
}

type LinkTemplate = Exclude<
  TemplateName,
  'address-unverified' | 'sign-in-changed' | 'missed-calls' | 'call-summary'
>

function toLinkContent(name: LinkTemplate, t: Translate, values: Values, link: string) {
  return {
    subject: t(`${name}.subject`, values),
    heading: t(`${name}.heading`, values),
    body: t(`${name}.body`, values),
    button: { label: t(`${name}.button`), link },
    footer: t(`${name}.ignore`),
  }
}

function toInvitationContent(
  t: Translate,
  values: Values,
  { link, wording, inviter = '' }: TemplateVariables['team-invitation'],
): Content {
  const prefix = wording === 'workspace' ? 'team-invitation.workspace-' : 'team-invitation.'
  const button = { label: t(`${prefix}button`), link }
  if (values.team === '')
    return {
      subject: t(`${prefix}unnamed-subject`, values),
      heading: t(`${prefix}unnamed-heading`),
      body: t(`${prefix}unnamed-body`, values),
      button,
      footer: t('team-invitation.unnamed-ignore'),
    }
  return {
    subject: t('team-invitation.subject', values),
    heading: t('team-invitation.heading', values),
    body: t(inviter === '' ? `${prefix}body` : `${prefix}inviter-body`, {
      ...values,
      inviter: oneLine(inviter),
    }),
    button,
    footer: t(`${prefix}ignore`),
  }
}

function toMissedCallContent(
  t: Translate,
  _values: Values,
  {
    workspace,
    timeZone = 'UTC',
    calls,
    furtherCalls,
    phoneLink,
    settingsLink,
  }: TemplateVariables['missed-calls'],
  locale: Locale,
): Content {
  const times = new Intl.DateTimeFormat(locale, {
    ...{ year: 'numeric', month: 'short', day: 'numeric' },
    ...{ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
    timeZone,
  })
  const rows = calls.map(({ caller, link, startedAtMillis, hasVoicemail }) => {
    const time = times.format(startedAtMillis).replaceAll('\u202f', ' ')
    const label = oneLine(caller) || t('missed-calls.withheld')
    return { label, link, text: hasVoicemail ? `${time}: ${t('missed-calls.message')}` : time, hasVoicemail }
  })
  const [first] = rows
  const count = rows.length + furtherCalls
  const isOne = first && count === 1
  const subject = isOne
    ? t(first.hasVoicemail ? 'missed-calls.voicemail-subject' : 'missed-calls.subject', {
        caller: first.label,
      })
    : t('missed-calls.many-subject', { count: String(count) })
  return {
    subject,
    heading: subject,
    body:
      workspace === ''
        ? t('missed-calls.unnamed-body')
        : t('missed-calls.body', { workspace: oneLine(workspace) }),
    list: {
      rows,
      further: furtherCalls > 0 ? t('missed-calls.further', { count: String(furtherCalls) }) : null,
    },
    button: { label: t('missed-calls.button'), link: isOne ? first.link : phoneLink },
    footer: t('missed-calls.settings'),
    footerLink: settingsLink,
  }
}

/** Renders the messages of a template in one language. */
export function renderContent<N extends TemplateName>(
  name: N,
  locale: Locale,
  projectName: string,
  variables: TemplateVariables[N],
): BuiltInEmail {
  const { t } = createTranslator<English>(locale, emailMessages[locale])
  const values = {
    project: oneLine(projectName),
    team: 'team' in variables ? oneLine(variables.team) : '',
    otp: 'otp' in variables ? oneLine(variables.otp) : '',
  }
  return {
    lang: locale,
    sender: values.project,
    orLink: t('or-link'),
    ...contentByTemplate[name](t, values, variables, locale),
  }
}
