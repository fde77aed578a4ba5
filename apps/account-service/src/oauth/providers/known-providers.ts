import type { ProviderId } from '../../projects/records/index.ts'
import {
  readBitbucket,
  readDiscord,
  readFacebook,
  readGithub,
  readGitlab,
  readMicrosoft,
  readSpotify,
  readTwitch,
  readX,
  userInfoRequest,
} from './profiles.ts'
import type { ProviderMetadata } from './provider-metadata.ts'

const hourMs = 60 * 60_000

/** Tenant of personal accounts, the default. */
export const defaultMicrosoftTenant = 'consumers'

/** Placeholder of the tenant in the endpoints of Microsoft. */
export const microsoftTenant = '{tenant}'

/** Built-in providers, as their public documentation describes them. */
export const knownProviders: Readonly<Record<ProviderId, ProviderMetadata>> = {
  google: {
    authorizationEndpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
    tokenEndpoint: 'https://oauth2.googleapis.com/token',
    issuer: 'https://accounts.google.com',
    scopes: [
      'https://www.googleapis.com/auth/userinfo.email',
      'https://www.googleapis.com/auth/userinfo.profile',
    ],
    credentialsIn: 'body',
    profile: userInfoRequest('https://openidconnect.googleapis.com/v1/userinfo'),
    // Google returns the long form of scopes that may be requested in short form.
    isGranted: (scope, named) =>
      named.includes(scope) || named.includes(`https://www.googleapis.com/auth/userinfo.${scope}`),
  },
  github: {
    authorizationEndpoint: 'https://github.com/login/oauth/authorize',
    tokenEndpoint: 'https://github.com/login/oauth/access_token',
    scopes: ['user:email'],
    credentialsIn: 'body',
    defaultLifetimeMs: 8 * hourMs,
    profile: {
      requests: { user: 'https://api.github.com/user', emails: 'https://api.github.com/user/emails' },
      read: readGithub,
    },
    isGranted: isGrantedByGithub,
  },
  microsoft: {
    authorizationEndpoint: `https://login.microsoftonline.com/${microsoftTenant}/oauth2/v2.0/authorize`,
    tokenEndpoint: `https://login.microsoftonline.com/${microsoftTenant}/oauth2/v2.0/token`,
    scopes: ['User.Read', 'openid'],
    credentialsIn: 'body',
    profile: { requests: { user: 'https://graph.microsoft.com/v1.0/me' }, read: readMicrosoft },
    // Microsoft returns Graph scopes with or without the Graph origin, in any case.
    isGranted: (scope, named) => named.map(stripGraphOrigin).includes(stripGraphOrigin(scope)),
  },
  spotify: {
    authorizationEndpoint: 'https://accounts.spotify.com/authorize',
    tokenEndpoint: 'https://accounts.spotify.com/api/token',
    scopes: ['user-read-email', 'user-read-private'],
    credentialsIn: 'header',
    profile: { requests: { user: 'https://api.spotify.com/v1/me' }, read: readSpotify },
  },
  facebook: {
    authorizationEndpoint: 'https://www.facebook.com/v23.0/dialog/oauth',
    tokenEndpoint: 'https://graph.facebook.com/v23.0/oauth/access_token',
    scopes: ['openid', 'public_profile', 'email'],
    credentialsIn: 'body',
    profile: {
      requests: { user: 'https://graph.facebook.com/v23.0/me?fields=id,name,email,picture' },
      read: readFacebook,
    },
  },
  discord: {
    authorizationEndpoint: 'https://discord.com/oauth2/authorize',
    tokenEndpoint: 'https://discord.com/api/oauth2/token',
    scopes: ['identify', 'email'],
    credentialsIn: 'body',
    profile: { requests: { user: 'https://discord.com/api/users/@me' }, read: readDiscord },
  },
  gitlab: {
    authorizationEndpoint: 'https://gitlab.com/oauth/authorize',
    tokenEndpoint: 'https://gitlab.com/oauth/token',
    scopes: ['read_user'],
    credentialsIn: 'body',
    profile: { requests: { user: 'https://gitlab.com/api/v4/user' }, read: readGitlab },
  },
  bitbucket: {
    authorizationEndpoint: 'https://bitbucket.org/site/oauth2/authorize',
    tokenEndpoint: 'https://bitbucket.org/site/oauth2/access_token',
    scopes: ['account', 'email'],
    credentialsIn: 'header',
    profile: {
      requests: {
        user: 'https://api.bitbucket.org/2.0/user',
        emails: 'https://api.bitbucket.org/2.0/user/emails',
      },
      read: readBitbucket,
    },
  },
  linkedin: {
    authorizationEndpoint: 'https://www.linkedin.com/oauth/v2/authorization',
    tokenEndpoint: 'https://www.linkedin.com/oauth/v2/accessToken',
    scopes: ['openid', 'profile', 'email'],
    credentialsIn: 'body',
    lacksPkce: true,
    profile: userInfoRequest('https://api.linkedin.com/v2/userinfo'),
  },
  apple: {
    authorizationEndpoint: 'https://appleid.apple.com/auth/authorize',
    tokenEndpoint: 'https://appleid.apple.com/auth/token',
    issuer: 'https://appleid.apple.com',
    jwksUri: 'https://appleid.apple.com/auth/keys',
    scopes: ['name', 'email'],
    parameters: { response_mode: 'form_post' },
    credentialsIn: 'body',
    usesFormPost: true,
    profile: 'id-token',
  },
  x: {
    authorizationEndpoint: 'https://x.com/i/oauth2/authorize',
    tokenEndpoint: 'https://api.x.com/2/oauth2/token',
    scopes: ['users.read', 'offline.access', 'tweet.read'],
    credentialsIn: 'header',
    profile: {
      requests: { user: 'https://api.x.com/2/users/me?user.fields=id,name,username,profile_image_url' },
      read: readX,
    },
  },
  twitch: {
    authorizationEndpoint: 'https://id.twitch.tv/oauth2/authorize',
    tokenEndpoint: 'https://id.twitch.tv/oauth2/token',
    scopes: ['user:read:email'],
    credentialsIn: 'body',
    profile: {
      requests: { user: 'https://api.twitch.tv/helix/users' },
      clientIdHeader: 'client-id',
      read: readTwitch,
    },
  },
}

function stripGraphOrigin(scope: string): string {
  return scope.toLowerCase().replace(/^https:\/\/graph\.microsoft\.com\//, '')
}

/** GitHub omits implied scopes: `user` implies `user:email`, `admin:org` implies `read:org`. */
function isGrantedByGithub(scope: string, named: readonly string[]): boolean {
  const [first = '', second] = scope.split(':')
  const stronger = { read: [`write:${second}`, `admin:${second}`], write: [`admin:${second}`] }[first] ?? []
  return [scope, first, second, ...stronger].some((name) => name !== undefined && named.includes(name))
}
