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
 * Returns the browser family and platform of a User-Agent, without versions: `Firefox on Linux`, `node`. It
 * stays the same across updates. Null if the header contains neither.
 */
export function classifyUserAgent(userAgent: string | null): string | null {
  if (!userAgent) return null
  const browser = browsers.find(([mark]) => userAgent.includes(mark))?.[1]
  const system = systems.find((name) => userAgent.includes(name))
  if (browser) return system ? `${browser} on ${system}` : browser
  return /^[A-Za-z][\w.-]{0,60}/.exec(userAgent)?.[0] ?? null
}

/**
 * Returns whether two classified agents are the same browser on the same platform. Programs count as one: the
 * libraries of one program send different headers, as the public SDK does on servers.
 */
export function isSameAgent(one: string | null, other: string | null): boolean {
  return one === other || (!isBrowser(one) && !isBrowser(other))
}

function isBrowser(agent: string | null): boolean {
  return browsers.some(([, name]) => agent === name || agent?.startsWith(`${name} on `))
}
