const lifetimeSeconds = 10 * 365 * 24 * 60 * 60

/** Returns an access token that no service accepts, and that is not renewed while a page is open. */
export function createDemoToken(): string {
  const iat = Math.floor(Date.now() / 1_000)
  return `${encode({ alg: 'none' })}.${encode({ iat, exp: iat + lifetimeSeconds })}.demo`
}

const encode = (value: unknown) => btoa(JSON.stringify(value))
