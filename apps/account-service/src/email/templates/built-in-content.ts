import type { Locale } from '../../locale.ts'
import { deDe } from './messages/de-de.ts'
import { enUs } from './messages/en-us.ts'
import { es419 } from './messages/es-419.ts'
import { esEs } from './messages/es-es.ts'
import { frCa } from './messages/fr-ca.ts'
import type { EmailMessages, SignInChange, TemplateMessages } from './messages/messages.ts'
import type { BuiltInEmail } from './render-fragment.ts'

/** Variables of the built-in templates. */
export interface TemplateVariables {
  'email-verification': { readonly link: string }
  'password-reset': { readonly link: string }
  'magic-link': { readonly link: string; readonly otp: string }
  'team-invitation': { readonly link: string; readonly team: string }
  'sign-in-invitation': { readonly link: string; readonly team: string }
  /** Sent when a sign-in code is requested for an unverified e-mail. */
  'address-unverified': Readonly<Record<string, never>>
  /** Sent to all verified e-mails of a user whenever their sign-in methods change. */
  'sign-in-changed': { readonly change: SignInChange }
}

export type TemplateName = keyof TemplateVariables

export const messagesByLocale: Readonly<Record<Locale, EmailMessages>> = {
  'de-DE': deDe,
  'en-US': enUs,
  'es-419': es419,
  'es-ES': esEs,
  'fr-CA': frCa,
}

type Fill = (text: string) => string

const contentByTemplate: {
  [N in TemplateName]: (
    messages: EmailMessages,
    fill: Fill,
    variables: TemplateVariables[N],
  ) => Omit<BuiltInEmail, 'lang' | 'sender' | 'orLink'>
} = {
  'email-verification': ({ verification }, fill, { link }) => toLinkContent(verification, fill, link),
  'password-reset': ({ passwordReset }, fill, { link }) => toLinkContent(passwordReset, fill, link),
  'magic-link': ({ magicLink }, fill, { link, otp }) => ({
    ...toLinkContent(magicLink, fill, link),
    code: { label: magicLink.orCode, text: otp },
  }),
  'team-invitation': ({ teamInvitation }, fill, { link }) => toLinkContent(teamInvitation, fill, link),
  'sign-in-invitation': ({ signInInvitation }, fill, { link }) => toLinkContent(signInInvitation, fill, link),
  'address-unverified': ({ addressUnverified }, fill) => ({
    subject: fill(addressUnverified.subject),
    heading: fill(addressUnverified.heading),
    body: fill(addressUnverified.body),
    footer: fill(addressUnverified.ignore),
  }),
  'sign-in-changed': ({ signInChanged }, fill, { change }) => ({
    subject: fill(signInChanged.subject),
    heading: fill(signInChanged.heading),
    body: fill(signInChanged.changes[change]),
    footer: fill(signInChanged.ignore),
  }),
}

function toLinkContent(
  { subject, heading, body, button, ignore }: TemplateMessages,
  fill: Fill,
  link: string,
) {
  return {
    subject: fill(subject),
    heading: fill(heading),
    body: fill(body),
    button: { label: button, link },
    footer: fill(ignore),
  }
}

/** Renders the messages of a template in one language. */
export function renderContent<N extends TemplateName>(
  name: N,
  locale: Locale,
  projectName: string,
  variables: TemplateVariables[N],
): BuiltInEmail {
  const inLanguage = messagesByLocale[locale]
  const values: Readonly<Record<string, string>> = { ...variables, project: projectName }
  const fill: Fill = (text) => text.replace(/\{(\w+)\}/g, (_all, key: string) => oneLine(values[key] ?? ''))
  return {
    lang: locale,
    sender: oneLine(projectName),
    orLink: inLanguage.orLink,
    ...contentByTemplate[name](inLanguage, fill, variables),
  }
}

/** Removes line breaks, which would allow header injection. */
export function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed.
  return text.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ').trim()
}
