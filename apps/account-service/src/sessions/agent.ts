const browsers = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['CriOS/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const

const systems = ['Android', 'iPhone', 'iPad', 'Windows', 'Macintosh', 'CrOS', 'Linux'] as const

/**
 * The kind of browser or program that a User-Agent names, without its version: `Firefox on Linux`, `node`. It stays the
 * same over updates. Null where the header tells nothing.
 */
export function agentOf(userAgent: string | null): string | null {
  if (!userAgent) return null
  const browser = browsers.find(([mark]) => userAgent.includes(mark))?.[1]
  const system = systems.find((name) => userAgent.includes(name))
  if (browser) return system ? `${browser} on ${system}` : browser
  return /^[A-Za-z][\w.-]{0,60}/.exec(userAgent)?.[0] ?? null
}
