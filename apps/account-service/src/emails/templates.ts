import type { EmailContent } from './layout.ts'
import type { Locale } from './locale.ts'
import { deDe } from './texts/de-de.ts'
import { enUs } from './texts/en-us.ts'
import { es419 } from './texts/es-419.ts'
import { esEs } from './texts/es-es.ts'
import { frCa } from './texts/fr-ca.ts'
import type { EmailTexts } from './texts/text.ts'

/** What each of our own templates is filled with. */
export interface TemplateVariables {
  'email-verification': { readonly link: string }
  'magic-link': { readonly link: string; readonly otp: string }
}

export type TemplateName = keyof TemplateVariables

const texts: Readonly<Record<Locale, EmailTexts>> = {
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
  ) => Omit<EmailContent, 'lang' | 'sender' | 'orLink'>
} = {
  'email-verification': ({ verification }, fill, { link }) => ({
    subject: fill(verification.subject),
    heading: fill(verification.heading),
    body: fill(verification.body),
    button: { label: verification.button, link },
    footer: fill(verification.ignore),
  }),
  'magic-link': ({ magicLink }, fill, { link, otp }) => ({
    subject: fill(magicLink.subject),
    heading: fill(magicLink.heading),
    body: fill(magicLink.body),
    button: { label: magicLink.button, link },
    code: { label: magicLink.orCode, text: otp },
    footer: fill(magicLink.ignore),
  }),
}

/** Fills a template in one language. */
export function contentOf<N extends TemplateName>(
  name: N,
  locale: Locale,
  projectName: string,
  variables: TemplateVariables[N],
): EmailContent {
  const inLanguage = texts[locale]
  const values: Readonly<Record<string, string>> = { project: oneLine(projectName), ...variables }
  const fill: Fill = (text) => text.replace(/\{(\w+)\}/g, (_all, key: string) => values[key] ?? '')
  return {
    lang: locale,
    sender: oneLine(projectName),
    orLink: inLanguage.orLink,
    ...templates[name](inLanguage, fill, variables),
  }
}

/** A name with a line break in it would write headers of its own. */
function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out.
  return text.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ').trim()
}
