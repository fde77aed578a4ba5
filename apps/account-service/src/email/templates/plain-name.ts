import type { Project } from '../../projects/records/index.ts'

const maxNameLength = 50

/**
 * Returns a name without line breaks, without words that an e-mail program may turn into a link, and
 * shortened.
 */
export function toPlainName(name: string): string {
  const words = name
    .normalize('NFKC')
    .split(/[\s\p{C}\p{Z}]+/u)
    .filter((word) => word !== '' && !/[@/\\:]|www|[.\u3002]\p{M}*[\p{L}\p{N}]/iu.test(word))
  return [...words.join(' ')].slice(0, maxNameLength).join('').trim()
}

/**
 * Returns the project with the name that its e-mails carry in sender, subject and text: without text that our
 * server must not send to any address, if the project requires it.
 */
export function withEmailName(project: Project): Project {
  if (!project.settings.plain_names_in_emails) return project
  return { ...project, displayName: toPlainName(project.displayName) || 'Parley' }
}
