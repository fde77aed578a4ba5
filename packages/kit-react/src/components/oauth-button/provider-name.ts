const names: Readonly<Record<string, string>> = {
  apple: 'Apple',
  bitbucket: 'Bitbucket',
  discord: 'Discord',
  facebook: 'Facebook',
  github: 'GitHub',
  gitlab: 'GitLab',
  google: 'Google',
  linkedin: 'LinkedIn',
  microsoft: 'Microsoft',
  spotify: 'Spotify',
  twitch: 'Twitch',
  x: 'X',
}

/** Returns the name of a provider as it writes it itself. The name of a provider of the project is its id. */
export function getProviderName(id: string): string {
  return (Object.hasOwn(names, id) && names[id]) || id.charAt(0).toUpperCase() + id.slice(1)
}
