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
 * Returns the browser family and platform of a User-Agent, without versions: `Firefox on Linux`, `node`. It stays the
 * same across updates. Null if the header contains neither.
 */
export function classifyUserAgent(userAgent: string | null): string | null {
  if (!userAgent) return null
  const browser = browsers.find(([mark]) => userAgent.includes(mark))?.[1]
  const system = systems.find((name) => userAgent.includes(name))
  if (browser) return system ? `${browser} on ${system}` : browser
  return /^[A-Za-z][\w.-]{0,60}/.exec(userAgent)?.[0] ?? null
}
