import type { Locale } from '../locale.ts'
import type { HouseEmail } from './fragment.ts'
import { deDe } from './texts/de-de.ts'
import { enUs } from './texts/en-us.ts'
import { es419 } from './texts/es-419.ts'
import { esEs } from './texts/es-es.ts'
import { frCa } from './texts/fr-ca.ts'
import type { EmailTexts, SignInChange, TemplateTexts } from './texts/text.ts'

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

export const textsByLocale: Readonly<Record<Locale, EmailTexts>> = {
  'de-DE': deDe,
  'en-US': enUs,
  'es-419': es419,
  'es-ES': esEs,
  'fr-CA': frCa,
}

type Fill = (text: string) => string

const templates: {
  [N in TemplateName]: (
    texts: EmailTexts,
    fill: Fill,
    variables: TemplateVariables[N],
  ) => Omit<HouseEmail, 'lang' | 'sender' | 'orLink'>
} = {
  'email-verification': ({ verification }, fill, { link }) => withLink(verification, fill, link),
  'password-reset': ({ passwordReset }, fill, { link }) => withLink(passwordReset, fill, link),
  'magic-link': ({ magicLink }, fill, { link, otp }) => ({
    ...withLink(magicLink, fill, link),
    code: { label: magicLink.orCode, text: otp },
  }),
  'team-invitation': ({ teamInvitation }, fill, { link }) => withLink(teamInvitation, fill, link),
  'sign-in-invitation': ({ signInInvitation }, fill, { link }) => withLink(signInInvitation, fill, link),
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

function withLink({ subject, heading, body, button, ignore }: TemplateTexts, fill: Fill, link: string) {
  return {
    subject: fill(subject),
    heading: fill(heading),
    body: fill(body),
    button: { label: button, link },
    footer: fill(ignore),
  }
}

/** Renders the messages of a template in one language. */
export function contentOf<N extends TemplateName>(
  name: N,
  locale: Locale,
  projectName: string,
  variables: TemplateVariables[N],
): HouseEmail {
  const inLanguage = textsByLocale[locale]
  const values: Readonly<Record<string, string>> = { ...variables, project: projectName }
  const fill: Fill = (text) => text.replace(/\{(\w+)\}/g, (_all, key: string) => oneLine(values[key] ?? ''))
  return {
    lang: locale,
    sender: oneLine(projectName),
    orLink: inLanguage.orLink,
    ...templates[name](inLanguage, fill, variables),
  }
}

/** Removes line breaks, which would allow header injection. */
export function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed.
  return text.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ').trim()
}
