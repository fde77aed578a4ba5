import { hashToken, type RateLimit, type RateLimitKey, toNetworkKey } from '@parley/server'
import { tooManyRequests } from '@parley/server/http'
import type { Access } from '../../platform/request-context/index.ts'
import { isBuiltInProject, type Project } from '../../projects/records/index.ts'
import type { Services } from '../../services.ts'

/** E-mails with codes to one recipient, from any requester. */
const perRecipient: RateLimit = { name: 'code-mails-by-address', attempts: 6, windowMs: 10 * 60_000 }

/** E-mails to one recipient that other people may cause: codes and invitations. */
const perRecipientAndDay: RateLimit = {
  name: 'mails-by-address-in-a-day',
  attempts: 20,
  windowMs: 24 * 60 * 60_000,
}

/**
 * The part of these limits that the requests of one network may use, also those of signed-in users, so that one stranger
 * leaves some to the owner of the address. Back ends may use all.
 */
const perNetwork: RateLimit = { ...perRecipient, name: `${perRecipient.name}-and-network`, attempts: 4 }
const perNetworkAndDay: RateLimit = {
  ...perRecipientAndDay,
  name: `${perRecipientAndDay.name}-and-network`,
  attempts: 14,
}

/** Verification e-mails of sign-ups to one recipient, apart from the codes that the recipient requests afterwards. */
const signUpsPerRecipient: readonly RateLimit[] = [
  { ...perRecipient, name: 'sign-up-mails-by-address', attempts: 3 },
  { ...perRecipientAndDay, name: 'sign-up-mails-by-address-in-a-day', attempts: 6 },
]

/** Apart from codes, which an attacker can cause until no notice of the attack would be sent. */
const noticesPerRecipientAndDay: RateLimit = { ...perRecipientAndDay, name: 'notices-by-address-in-a-day' }

/** Separate, because every caller causes them. */
const missedCallsPerRecipientAndDay: RateLimit = {
  ...perRecipientAndDay,
  name: 'missed-call-mails-by-address-in-a-day',
}

/** Sent by the members of a workspace, or after each call, through the server of their workspace. */
const callSummariesPerRecipientAndDay: RateLimit = {
  ...perRecipientAndDay,
  name: 'call-summaries-by-address-in-a-day',
  attempts: 200,
}

/**
 * E-mails of these kinds to one recipient through the server of the installation that all projects of strangers cause
 * together: one stranger may own many of them. Those of our own projects do not count, so that strangers leave all to
 * their users.
 */
const ofStrangers: readonly RateLimit[] = [
  { ...perRecipient, name: 'mails-of-strangers-by-mailbox', attempts: 12 },
  { ...perRecipientAndDay, name: 'mails-of-strangers-by-mailbox-in-a-day', attempts: 40 },
]
const noticesOfStrangers: readonly RateLimit[] = [
  { ...noticesPerRecipientAndDay, name: 'notices-of-strangers-by-mailbox-in-a-day', attempts: 40 },
]

/** In addition, for devices of the recipient: other people cannot use them up. */
const onKnownDevices: readonly RateLimit[] = [
  { ...perRecipient, name: `${perRecipient.name}-on-known-devices`, attempts: 3 },
  { ...perRecipientAndDay, name: `${perRecipientAndDay.name}-on-known-devices`, attempts: 10 },
]

/** Codes that the keys of all projects of one owner cause, also of projects that were deleted since. */
const codesPerOwnerAndDay: RateLimit = {
  name: 'codes-by-keys-of-owner-in-a-day',
  attempts: 100,
  windowMs: 24 * 60 * 60_000,
}

/** Invitations of all projects of one owner, to sign in or to a team. */
const invitationsPerOwnerAndDay: RateLimit = {
  ...codesPerOwnerAndDay,
  name: 'invitations-by-owner-in-a-day',
}

/** E-mails of all projects of one owner that wait for its own server when it returns to that of the installation. */
const movedPerOwnerAndDay: RateLimit = {
  ...codesPerOwnerAndDay,
  name: 'moved-mails-by-owner-in-a-day',
}

/** Tests of e-mail servers by all projects of one owner: passwords of others must not be guessed with them. */
const testsPerOwner: readonly RateLimit[] = [
  { name: 'test-mails-by-owner', attempts: 20, windowMs: 10 * 60_000 },
  { name: 'test-mails-by-owner-in-a-day', attempts: 100, windowMs: 24 * 60 * 60_000 },
]

/** Tests by all owners together. */
const testsPerHost: RateLimit = { name: 'test-mails-by-host', attempts: 30, windowMs: 10 * 60_000 }
const testsPerRecipient: readonly RateLimit[] = [
  { ...perRecipient, name: 'test-mails-by-address', attempts: 10 },
  { ...perRecipientAndDay, name: 'test-mails-by-address-in-a-day' },
]

type Deps = Pick<Services, 'rateLimits' | 'findOwnerId'>
type Requesting = Pick<Access, 'project' | 'accessType' | 'info'>

/**
 * @param isKnownDevice Returns whether the recipient has signed in on the requesting device before. Called once the limits
 * for everyone are used up.
 * @throws {PlainTextError} 429 when too many codes were sent to this e-mail, within ten minutes or a day, or
 * the keys of the project have caused too many.
 */
export async function limitCodeEmails(
  services: Deps,
  request: Requesting,
  email: string,
  isKnownDevice?: () => Promise<boolean>,
): Promise<void> {
  await limitRecipient(services, request, email, isKnownDevice)
  await limitCodesOfKeys(services, request)
}

/**
 * @throws {PlainTextError} 429 when the keys of a project have caused too many codes through the installation's
 * e-mail server.
 */
export async function limitCodesOfKeys(
  services: Deps,
  { project, accessType }: Pick<Requesting, 'project' | 'accessType'>,
): Promise<void> {
  if (accessType === 'client' || isBuiltInProject(project)) return
  await limitOwner(services, project, codesPerOwnerAndDay)
}

/**
 * @throws {PlainTextError} 429 when too many e-mails were sent to this address, within ten minutes or a day, or
 * the project has sent too many invitations through the installation's e-mail server. Our own applications
 * limit those of each user.
 */
export async function limitInvitationEmails(
  services: Deps,
  request: Requesting,
  email: string,
): Promise<void> {
  const { project, accessType } = request
  await limitRecipient(services, request, email)
  if (accessType !== 'client' || !isBuiltInProject(project))
    await limitOwner(services, project, invitationsPerOwnerAndDay)
}

/** Where anyone may own a project, its owner may be unknown to the operator. */
async function limitOwner(
  { rateLimits, findOwnerId }: Deps,
  { id, config }: Project,
  limit: RateLimit,
): Promise<void> {
  if (config.email_config.type !== 'shared') return
  const verdict = await rateLimits.consume(limit, await findOwnerId(id))
  if (!verdict.isAllowed) throw tooManyRequests(verdict.retryAfterSeconds)
}

/**
 * Counts an e-mail that was not limited because its project had its own server. Returns whether the
 * installation's server may send it.
 */
export async function mayMoveEmail({ rateLimits, findOwnerId }: Deps, project: Project): Promise<boolean> {
  if (isBuiltInProject(project)) return true
  return (await rateLimits.consume(movedPerOwnerAndDay, await findOwnerId(project.id))).isAllowed
}

/**
 * Counts the verification e-mail of a sign-up, which anyone can repeat with the address of another person. Returns
 * whether it may be sent. A sign-up without it succeeds, so that a stranger cannot prevent that of the owner of the
 * address, who can request the e-mail later.
 */
export async function maySendSignUpEmail(
  services: Deps,
  { project }: Pick<Requesting, 'project'>,
  email: string,
): Promise<boolean> {
  const key = await toKey(services, project, email)
  const limits = signUpsPerRecipient.map((limit) => ({ limit, key }))
  const counted = [...limits, ...createStrangerKeys(ofStrangers, project, email)]
  return (await services.rateLimits.consumeAll(counted)).isAllowed
}

/** @throws {PlainTextError} 429 */
async function limitRecipient(
  services: Deps,
  { project, accessType, info }: Requesting,
  email: string,
  isKnownDevice?: () => Promise<boolean>,
): Promise<void> {
  const { rateLimits } = services
  const key = await toKey(services, project, email)
  const ofInstallation = createStrangerKeys(ofStrangers, project, email)
  const ofRecipient = [perRecipient, perRecipientAndDay].map((limit) => ({ limit, key }))
  const networkKey = hashToken(`${key} ${toNetworkKey(info.ip)}`)
  const ofNetwork =
    accessType === 'client' ? [perNetwork, perNetworkAndDay].map((limit) => ({ limit, key: networkKey })) : []
  const verdict = await rateLimits.consumeAll([...ofNetwork, ...ofRecipient, ...ofInstallation])
  if (verdict.isAllowed) return
  if (await isKnownDevice?.()) {
    const further = onKnownDevices.map((limit) => ({ limit, key }))
    if ((await rateLimits.consumeAll([...further, ...ofInstallation])).isAllowed) return
  }
  throw tooManyRequests(verdict.retryAfterSeconds)
}

/**
 * @throws {PlainTextError} 429 when the owner of the project has tested too many e-mail servers, or there were too many
 * tests of this host or with this recipient.
 */
export async function limitTestEmails(
  { rateLimits, findOwnerId }: Deps,
  {
    project,
    host,
    recipient,
  }: { readonly project: Project; readonly host: string; readonly recipient: string },
): Promise<void> {
  const ownerId = await findOwnerId(project.id)
  const verdict = await rateLimits.consumeAll([
    ...testsPerOwner.map((limit) => ({ limit, key: ownerId })),
    { limit: testsPerHost, key: hashToken(host.toLowerCase()) },
    ...testsPerRecipient.map((limit) => ({ limit, key: hashToken(recipient) })),
  ])
  if (!verdict.isAllowed) throw tooManyRequests(verdict.retryAfterSeconds)
}

/** Counts a notice to an unverified address against the daily limit of its recipient. Returns the verdict. */
export async function consumeDailyNotice(
  services: Deps,
  project: Project,
  email: string,
): ReturnType<Services['rateLimits']['consume']> {
  return await services.rateLimits.consumeAll([
    { limit: noticesPerRecipientAndDay, key: await toKey(services, project, email) },
    ...createStrangerKeys(noticesOfStrangers, project, email),
  ])
}

/** @throws {PlainTextError} 429 when too many e-mails about missed calls were sent to this address within a day. */
export async function limitMissedCallEmails(services: Deps, project: Project, email: string): Promise<void> {
  const key = await toKey(services, project, email)
  const verdict = await services.rateLimits.consume(missedCallsPerRecipientAndDay, key)
  if (!verdict.isAllowed) throw tooManyRequests(verdict.retryAfterSeconds)
}

/** @throws {PlainTextError} 429 when too many summaries of calls were composed for this address within a day. */
export async function limitCallSummaries(services: Deps, project: Project, email: string): Promise<void> {
  const key = await toKey(services, project, email)
  const verdict = await services.rateLimits.consume(callSummariesPerRecipientAndDay, key)
  if (!verdict.isAllowed) throw tooManyRequests(verdict.retryAfterSeconds)
}

/** Counts the e-mails of all projects of an owner together: projects can be deleted and created again. */
async function toKey({ findOwnerId }: Deps, { id, config }: Project, email: string): Promise<string> {
  const recipient = config.email_config.type === 'shared' ? toMailbox(email) : email
  return hashToken(`${await findOwnerId(id)} ${recipient}`)
}

/** Counters of a recipient for all projects of strangers; none for a project that sends through its own server. */
function createStrangerKeys(
  limits: readonly RateLimit[],
  project: Project,
  email: string,
): readonly RateLimitKey[] {
  if (isBuiltInProject(project) || project.config.email_config.type !== 'shared') return []
  return limits.map((limit) => ({ limit, key: hashToken(toMailbox(email)) }))
}

/** Returns an address without its subaddress (`ada+news@…`): most servers deliver all of them to one person. */
function toMailbox(email: string): string {
  return email.replace(/^([^+]+)\+.*(?=@)/, '$1')
}
