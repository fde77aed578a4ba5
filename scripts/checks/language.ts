import { readFileSync } from 'node:fs'

/** The texts that a rule of the glossary applies to: words of code and of paths, or lines of any text. */
export type RuleKind = 'name' | 'prose'

export interface LanguageRule {
  /** The pattern as the glossary writes it, e.g. `/^keep[A-Z]/`. */
  readonly source: string
  readonly kind: RuleKind
  readonly pattern: RegExp
  readonly replacement: string
}

export interface Finding {
  readonly file: string
  /** 1-based; 0 for a finding in the path itself. */
  readonly line: number
  readonly text: string
  readonly rule: LanguageRule
}

/** Allowed findings by file, then by the rule's source. */
export type Exceptions = Readonly<Record<string, Readonly<Record<string, number>>>>

const identifier = /[A-Za-z_$][\w$]*/g

/**
 * Reads the two tables of refused patterns in the glossary: rows of the form ``| `/pattern/` | replacement
 * |``.
 *
 * @throws {Error} When a section is missing, has no rows, or a pattern is not a valid regular expression.
 */
export function readRules(glossary: string): LanguageRule[] {
  const sections = { name: '## Refused names', prose: '## Refused phrases' } as const
  return (Object.keys(sections) as RuleKind[]).flatMap((kind) => {
    const [, body = ''] = glossary.split(`${sections[kind]}\n`)
    const [section = ''] = body.split('\n## ')
    const rows = [...section.matchAll(/^\| `\/(.+)\/(i?)` \| (.+?) \|$/gm)]
    if (rows.length === 0) throw new Error(`The glossary has no rows under "${sections[kind]}".`)
    return rows.map(([, body = '', flags = '', replacement = '']) => {
      const text = body.replaceAll('\\|', '|')
      return { source: `/${text}/${flags}`, kind, pattern: new RegExp(text, flags), replacement }
    })
  })
}

/** Returns every finding in one file: names in its path and its text, phrases in its lines. */
export function findViolations(file: string, text: string, rules: readonly LanguageRule[]): Finding[] {
  const nameRules = rules.filter(({ kind }) => kind === 'name')
  const proseRules = rules.filter(({ kind }) => kind === 'prose')
  const inPath = file
    .split('/')
    .map((segment) =>
      segment.replace(/\..*$/, '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
    )
    .flatMap((name) => matches(name, nameRules).map((rule) => ({ file, line: 0, text: name, rule })))
  const inText = text.split('\n').flatMap((content, index) => {
    const line = index + 1
    const names = (content.match(identifier) ?? []).flatMap((name) =>
      matches(name, nameRules).map((rule) => ({ file, line, text: name, rule })),
    )
    const phrases = matches(content, proseRules).map((rule) => ({ file, line, text: content.trim(), rule }))
    return [...names, ...phrases]
  })
  return [...inPath, ...inText]
}

function matches(text: string, rules: readonly LanguageRule[]): LanguageRule[] {
  return rules.filter(({ pattern }) => pattern.test(text))
}

/**
 * Compares findings with the exceptions. More findings than allowed are listed one by one; fewer are reported
 * too, so that the allowance falls with them.
 */
export function compareWithExceptions(findings: readonly Finding[], exceptions: Exceptions): string[] {
  const counts = new Map<string, Finding[]>()
  for (const finding of findings) {
    const key = `${finding.file}\n${finding.rule.source}`
    counts.set(key, [...(counts.get(key) ?? []), finding])
  }
  const excess = [...counts.values()].flatMap((group) => {
    const [{ file, rule }] = group as [Finding, ...Finding[]]
    if (group.length <= (exceptions[file]?.[rule.source] ?? 0)) return []
    return group.map(
      ({ line, text }) => `${file}:${line}: "${text}" matches ${rule.source}. Use ${rule.replacement}.`,
    )
  })
  const stale = Object.entries(exceptions).flatMap(([file, allowed]) =>
    Object.entries(allowed).flatMap(([source, count]) => {
      const found = counts.get(`${file}\n${source}`)?.length ?? 0
      return found < count
        ? [`${file}: ${source} is allowed ${count} times and found ${found} times. Lower the exception.`]
        : []
    }),
  )
  return [...excess, ...stale]
}

export function readExceptions(path: string): Exceptions {
  return JSON.parse(readFileSync(path, 'utf8')) as Exceptions
}
