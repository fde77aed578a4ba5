import { fields } from '@parley/contract/account'
import { required } from '@parley/primitives'
import { z } from 'zod'
import type { Profile, ProfileRequests } from './provider-metadata.ts'

const maxNameLength = 255

const text = z.string().nullish()
/** Some providers send booleans as text. Anything else but true is false. */
const flag = z
  .unknown()
  .optional()
  .transform((value) => value === true || value === 'true')
const id = z.union([z.string(), z.int()]).transform(String).pipe(fields.storableString.min(1).max(1024))

interface ProviderClaims {
  readonly accountId: string
  readonly email?: string | null
  readonly isEmailVerified: boolean
  readonly names: readonly (string | null | undefined)[]
  readonly imageUrl?: string | null
}

/**
 * Creates a profile from claims. An invalid e-mail address or image URL counts as absent, and so does an
 * address with characters that our normalisation replaces: another person may have the resulting address.
 */
function toProfile({ accountId, email, isEmailVerified, names, imageUrl }: ProviderClaims): Profile {
  const isValid = fields.email.safeParse(email).success
  const address = fields.email.safeParse(isValid && email === email?.normalize('NFKC') ? email : null)
  const image = fields.imageUrl.safeParse(imageUrl)
  return {
    accountId,
    email: address.success ? address.data : null,
    isEmailVerified: address.success && isEmailVerified,
    displayName: firstName(names),
    imageUrl: image.success ? image.data : null,
  }
}

/** Returns the first non-empty name, in storable form. */
export function firstName(names: readonly (string | null | undefined)[]): string | null {
  const cleaned = names.map((name) =>
    name?.replaceAll('\u0000', '').trim().slice(0, maxNameLength).toWellFormed(),
  )
  return cleaned.find(Boolean) ?? null
}

const claims = z.object({
  sub: id,
  email: text,
  email_verified: flag,
  name: text,
  preferred_username: text,
  picture: text,
})

/** Standard claims (OpenID Connect Core, section 5.1). */
export function toProfileFromClaims(rawClaims: unknown): Profile {
  const { sub, email, email_verified, name, preferred_username, picture } = claims.parse(rawClaims)
  return toProfile({
    accountId: sub,
    email,
    isEmailVerified: email_verified,
    names: [name, preferred_username],
    imageUrl: picture,
  })
}

/** The userinfo endpoint of a provider that is used without an ID token. */
export function userInfoRequest(url: string): ProfileRequests {
  return { requests: { user: url }, read: ({ user }) => toProfileFromClaims(user) }
}

const githubUser = z.object({ id, login: z.string(), name: text, avatar_url: text })
const githubEmails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

export function readGithub({ user, emails }: Readonly<Record<string, unknown>>): Profile {
  const account = githubUser.parse(user)
  const primary = githubEmails.parse(emails).find((address) => address.primary)
  return toProfile({
    accountId: account.id,
    email: primary?.email,
    isEmailVerified: primary?.verified ?? false,
    names: [account.name, account.login],
    imageUrl: account.avatar_url,
  })
}

const microsoftUser = z.object({ id, mail: text, userPrincipalName: text, displayName: text })

/** A tenant administrator can set any e-mail address, so none counts as verified. */
export function readMicrosoft({ user }: Readonly<Record<string, unknown>>): Profile {
  const account = microsoftUser.parse(user)
  return toProfile({
    accountId: account.id,
    email: account.mail || account.userPrincipalName,
    isEmailVerified: false,
    names: [account.displayName],
  })
}

const spotifyUser = z.object({
  id,
  email: text,
  display_name: text,
  images: z.array(z.object({ url: z.string() })).nullish(),
})

/** According to the documentation, the e-mail address is not verified. */
export function readSpotify({ user }: Readonly<Record<string, unknown>>): Profile {
  const account = spotifyUser.parse(user)
  return toProfile({
    accountId: account.id,
    email: account.email,
    isEmailVerified: false,
    names: [account.display_name],
    imageUrl: account.images?.[0]?.url,
  })
}

const facebookUser = z.object({
  id,
  name: text,
  email: z.string(),
  picture: z.object({ data: z.object({ url: text }) }).nullish(),
})

export function readFacebook({ user }: Readonly<Record<string, unknown>>): Profile {
  const account = facebookUser.parse(user)
  return toProfile({
    accountId: account.id,
    email: account.email,
    isEmailVerified: false,
    names: [account.name],
    imageUrl: account.picture?.data.url,
  })
}

const discordUser = z.object({
  id,
  username: z.string(),
  global_name: text,
  avatar: text,
  email: text,
  verified: flag,
})

export function readDiscord({ user }: Readonly<Record<string, unknown>>): Profile {
  const account = discordUser.parse(user)
  return toProfile({
    accountId: account.id,
    email: account.email,
    isEmailVerified: account.verified,
    names: [account.global_name, account.username],
    imageUrl:
      account.avatar &&
      `https://cdn.discordapp.com/avatars/${account.id}/${encodeURIComponent(account.avatar)}.png`,
  })
}

const gitlabUser = z.object({
  id,
  username: z.string(),
  name: text,
  email: text,
  avatar_url: text,
  confirmed_at: text,
})

export function readGitlab({ user }: Readonly<Record<string, unknown>>): Profile {
  const account = gitlabUser.parse(user)
  return toProfile({
    accountId: account.id,
    email: account.email,
    isEmailVerified: Boolean(account.confirmed_at),
    names: [account.name, account.username],
    imageUrl: account.avatar_url,
  })
}

const bitbucketUser = z.object({
  account_id: id,
  display_name: text,
  links: z.object({ avatar: z.object({ href: text }).nullish() }).nullish(),
})
const bitbucketEmails = z.object({
  values: z.array(z.object({ email: z.string(), is_primary: z.boolean(), is_confirmed: z.boolean() })),
})

export function readBitbucket({ user, emails }: Readonly<Record<string, unknown>>): Profile {
  const account = bitbucketUser.parse(user)
  const primary = bitbucketEmails.parse(emails).values.find((address) => address.is_primary)
  return toProfile({
    accountId: account.account_id,
    email: primary?.email,
    isEmailVerified: primary?.is_confirmed ?? false,
    names: [account.display_name],
    imageUrl: account.links?.avatar?.href,
  })
}

const xUser = z.object({
  data: z.object({ id, name: text, username: text, profile_image_url: text }),
})

/** X returns no e-mail address. */
export function readX({ user }: Readonly<Record<string, unknown>>): Profile {
  const { data: account } = xUser.parse(user)
  return toProfile({
    accountId: account.id,
    isEmailVerified: false,
    names: [account.name, account.username],
    imageUrl: account.profile_image_url,
  })
}

const twitchUsers = z.object({
  data: z
    .array(z.object({ id, login: z.string(), display_name: text, email: text, profile_image_url: text }))
    .length(1),
})

/** According to the documentation, only verified e-mail addresses are returned. */
export function readTwitch({ user }: Readonly<Record<string, unknown>>): Profile {
  const account = required(twitchUsers.parse(user).data[0], 'the user of the token')
  return toProfile({
    accountId: account.id,
    email: account.email,
    isEmailVerified: true,
    names: [account.display_name, account.login],
    imageUrl: account.profile_image_url,
  })
}
