import type { Project } from '../../projects/records/index.ts'
import type { TemplateVariables } from './built-in-content.ts'

const maxNameLength = 50

/** Six digits or more, also in groups. */
const phoneNumber = /[+(]*(?:\p{N}[\s().\-–/]*){6,}/gu
/** The digits of a name that may be a telephone number with other characters between them. */
const minPhoneDigits = 7

/**
 * Returns a name without line breaks, without telephone numbers and words that an e-mail program may turn into a
 * link, and shortened.
 */
export function toPlainName(name: string): string {
  const normalized = name.normalize('NFKC')
  const hasPhoneNumber = [...normalized.matchAll(/\p{N}/gu)].length >= minPhoneDigits
  const words = normalized
    .replaceAll(phoneNumber, ' ')
    .split(/[\s\p{C}\p{Z}]+/u)
    .filter((word) => word !== '' && !/[@/\\:]|www|[.\u3002]\p{M}*[\p{L}\p{N}]/iu.test(word))
    .filter((word) => !(hasPhoneNumber && /\p{N}/u.test(word)))
  return [...words.join(' ')].slice(0, maxNameLength).join('').trim()
}

/** A dot between the parts of a host name: e-mail programs link `evil.example`, but not `e.g.`. */
const hostDot = /(?<=[\p{L}\p{N}\p{M}])[.\u2024\u3002\ufe52\uff0e\uff61](?=\p{L}[\p{L}\p{M}])/gu

/** The colon of a URL such as `tel:555`, but not that of a time. */
const schemeColon = /[:\ufe55\uff1a](?=[/\\\u2044\u2215\uff0f\uff3c])|(?<=\p{L})[:\ufe55\uff1a](?=\S)/gu
/** Two of them begin the name of a computer in a network, which sends it the password of the user. */
const backslash = /[\\\uff3c](?=[\\\uff3c])/g

/** Returns a text on one line, in which no e-mail program recognizes a URL or an address: `evil[.]example`. */
export function toUnlinkedText(text: string): string {
  return text
    .replaceAll(/[\s\p{C}\p{Z}]+/gu, ' ')
    .replaceAll(schemeColon, '[:]')
    .replaceAll(backslash, '[\\]')
    .replaceAll(/\b(www)\./gi, '$1[.]')
    .replaceAll(hostDot, '[.]')
    .trim()
}

/**
 * Returns the project with the name that its e-mails carry in sender, subject and text: a plain one if the
 * installation's server sends them, which anyone who owns a project can use, or if the project requires it.
 */
export function withEmailName(project: Project): Project {
  const { settings, config } = project
  if (!settings.plain_names_in_emails && config.email_config.type !== 'shared') return project
  return { ...project, displayName: toPlainName(project.displayName) || 'Parley' }
}

/** Returns the variables of an e-mail with a plain name of the team, which any of its users may have chosen. */
export function withPlainTeam<Variables extends TemplateVariables[keyof TemplateVariables]>(
  variables: Variables,
): Variables {
  return 'team' in variables ? { ...variables, team: toPlainName(variables.team) } : variables
}
