import { randomUUID } from 'node:crypto'
import { required } from '@parley/primitives'
import { canonicalIp } from '@parley/primitives/node'
import type { Refusal, RegistrationState, Resolver, UserAgent } from '@parley/sip'
import type { SipResponse, TrunkConfig, TrunkTest, TrunkTestOutcome, TrunkTestStep } from '../../trunk.ts'
import { toTrunkStatus } from './active-trunk.ts'
import { listTrunkHosts, resolveAddresses, type TrunkHost } from './trunk-hosts.ts'
import { createIdentityUri, createTrunkUri, toDestination } from './trunk-uri.ts'

const stepTimeoutMs = 5_000

interface StepResult {
  readonly result: TrunkTestStep['result']
  readonly outcome: TrunkTestOutcome
  readonly sipAnswer?: SipResponse | null
}

interface TestedAddresses {
  readonly isAllowed: (address: string) => boolean
  readonly resolver: Resolver
}

/** Tests a trunk step by step. After a failed step the others are skipped. */
export async function testTrunk(
  agent: UserAgent,
  trunk: TrunkConfig,
  addresses: TestedAddresses,
): Promise<TrunkTest> {
  // Requests are sent to the outbound proxy, if there is one.
  const host = required(listTrunkHosts(trunk).at(-1), 'a host of the trunk')
  const isUsable = (address: string) => addresses.isAllowed(address) && isGranted(trunk, address)
  const tries: [TrunkTestStep['key'], string, () => Promise<StepResult>][] = [
    ['resolve', host.name, () => testResolution(trunk, host, addresses)],
    ['reach', host.name, () => testReachability(agent, trunk, isUsable)],
    ['register', trunk.host, () => testRegistration(agent, trunk, isUsable)],
  ]

  const steps: TrunkTestStep[] = []
  for (const [key, subject, attempt] of tries) {
    const hasFailed = steps.some(({ result }) => result === 'failed')
    const startedAt = Date.now()
    const finding: StepResult = hasFailed
      ? { result: 'skipped', outcome: 'earlier-step-failed' }
      : await attempt()
    steps.push({ key, subject, tookMs: Date.now() - startedAt, sipAnswer: null, ...finding })
  }
  return { passed: steps.every(({ result }) => result !== 'failed'), steps }
}

async function testResolution(
  trunk: TrunkConfig,
  host: TrunkHost,
  { isAllowed, resolver }: TestedAddresses,
): Promise<StepResult> {
  const { addresses, isLimited } = await resolveAddresses(host, trunk.transport, resolver)
  if (addresses.length === 0) return { result: 'failed', outcome: 'name-unknown' }
  const granted = addresses.filter((address) => isGranted(trunk, address))
  if (granted.length === 0) return { result: 'failed', outcome: 'address-taken' }
  if (!granted.some(isAllowed)) return { result: 'failed', outcome: 'address-not-allowed' }
  return { result: 'passed', outcome: isLimited ? 'too-many-addresses' : 'resolved' }
}

function isGranted({ grantedAddresses }: TrunkConfig, address: string): boolean {
  return grantedAddresses?.includes(canonicalIp(address)) ?? true
}

async function testReachability(
  agent: UserAgent,
  trunk: TrunkConfig,
  isAddressAllowed: (address: string) => boolean,
): Promise<StepResult> {
  const outcome = await agent.options({
    ...toDestination(trunk, isAddressAllowed),
    target: createTrunkUri(trunk),
    from: createIdentityUri(trunk, trunk.username ?? 'parley'),
    timeoutMs: stepTimeoutMs,
  })
  if (outcome.ok)
    return { result: 'passed', outcome: 'answered', sipAnswer: { code: outcome.status, phrase: 'OK' } }
  if (outcome.cause !== 'response') return { result: 'failed', outcome: toNoResponseOutcome(outcome) }
  return { result: 'passed', outcome: 'answered', sipAnswer: toSipResponse(outcome) }
}

async function testRegistration(
  agent: UserAgent,
  trunk: TrunkConfig,
  isAddressAllowed: (address: string) => boolean,
): Promise<StepResult> {
  if (trunk.registration === 'none') return { result: 'skipped', outcome: 'no-registration-wanted' }
  await using registration = agent.register({
    ...toDestination(trunk, isAddressAllowed),
    registrar: createTrunkUri(trunk),
    aor: createIdentityUri(trunk, trunk.username ?? 'parley'),
    expiresSeconds: 60,
    // A binding apart from that of the trunk, which removing this one must not affect.
    contactUser: `test-${randomUUID()}`,
  })
  const settled = Promise.withResolvers<RegistrationState | null>()
  const timer = setTimeout(() => settled.resolve(null), stepTimeoutMs)
  registration.onState((state) => {
    if (state.phase !== 'registering') settled.resolve(state)
  })
  const state = await settled.promise
  clearTimeout(timer)

  if (state?.phase === 'registered') return { result: 'passed', outcome: 'registered' }
  if (state?.phase !== 'failed') return { result: 'failed', outcome: 'no-answer' }
  if (state.cause !== 'response') return { result: 'failed', outcome: toNoResponseOutcome(state) }
  const isPassword = toTrunkStatus(state.status) === 'refused'
  const outcome = isPassword ? 'password-refused' : 'registration-failed'
  return { result: 'failed', outcome, sipAnswer: toSipResponse(state) }
}

function toSipResponse({ status, reason }: Refusal): SipResponse {
  return { code: status, phrase: reason }
}

/** Returns the outcome for a request without a response. */
function toNoResponseOutcome({ cause, reason }: Refusal): TrunkTestOutcome {
  if (cause === 'timeout') return 'no-answer'
  if (cause === 'forbidden') return 'address-not-allowed'
  if (/certificate|self.signed|altname|issuer/i.test(reason)) return 'certificate-refused'
  return /refused/i.test(reason) ? 'connection-refused' : 'no-answer'
}
