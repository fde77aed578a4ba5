import type { Refusal, RegistrationState, UserAgent } from '@parley/sip'
import type { SipAnswer, TrunkConfig, TrunkTest, TrunkTestOutcome, TrunkTestStep } from '../../trunk.ts'
import { addressesOf, statusOfRefusal } from './trunk-line.ts'
import { destinationOf, identityUri, trunkUri } from './trunk-uri.ts'

const stepTimeoutMs = 5_000

interface Finding {
  readonly result: TrunkTestStep['result']
  readonly outcome: TrunkTestOutcome
  readonly sipAnswer?: SipAnswer | null
}

/** Tests a trunk step by step. After a failed step the others are skipped. */
export async function testTrunk(
  agent: UserAgent,
  trunk: TrunkConfig,
  mayReach: (address: string) => boolean,
): Promise<TrunkTest> {
  const host = trunk.outboundProxy?.replace(/:\d+$/, '') ?? trunk.host
  const tries: [TrunkTestStep['key'], string, () => Promise<Finding>][] = [
    ['resolve', host, () => tryResolving(host, mayReach)],
    ['reach', host, () => tryReaching(agent, trunk, mayReach)],
    ['register', trunk.username ?? trunk.host, () => tryRegistering(agent, trunk, mayReach)],
  ]

  const steps: TrunkTestStep[] = []
  for (const [key, subject, attempt] of tries) {
    const hasFailed = steps.some(({ result }) => result === 'failed')
    const beganAt = Date.now()
    const finding: Finding = hasFailed
      ? { result: 'skipped', outcome: 'earlier-step-failed' }
      : await attempt()
    steps.push({ key, subject, tookMs: Date.now() - beganAt, sipAnswer: null, ...finding })
  }
  return { passed: steps.every(({ result }) => result !== 'failed'), steps }
}

async function tryResolving(host: string, mayReach: (address: string) => boolean): Promise<Finding> {
  const addresses = await addressesOf(host)
  if (addresses.length === 0) return { result: 'failed', outcome: 'name-unknown' }
  if (!addresses.some(mayReach)) return { result: 'failed', outcome: 'address-not-allowed' }
  return { result: 'passed', outcome: 'resolved' }
}

async function tryReaching(
  agent: UserAgent,
  trunk: TrunkConfig,
  mayReach: (address: string) => boolean,
): Promise<Finding> {
  const outcome = await agent.options({
    ...destinationOf(trunk, mayReach),
    target: trunkUri(trunk),
    from: identityUri(trunk, trunk.username ?? 'parley'),
    timeoutMs: stepTimeoutMs,
  })
  if (outcome.ok)
    return { result: 'passed', outcome: 'answered', sipAnswer: { code: outcome.status, phrase: 'OK' } }
  if (outcome.cause !== 'response') return { result: 'failed', outcome: silenceOf(outcome) }
  return { result: 'passed', outcome: 'answered', sipAnswer: answerOf(outcome) }
}

async function tryRegistering(
  agent: UserAgent,
  trunk: TrunkConfig,
  mayReach: (address: string) => boolean,
): Promise<Finding> {
  if (trunk.registration === 'none') return { result: 'skipped', outcome: 'no-registration-wanted' }
  await using registration = agent.register({
    ...destinationOf(trunk, mayReach),
    registrar: trunkUri(trunk),
    aor: identityUri(trunk, trunk.username ?? 'parley'),
    expiresSeconds: 60,
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
  if (state.cause !== 'response') return { result: 'failed', outcome: silenceOf(state) }
  const isPassword = statusOfRefusal(state.status) === 'refused'
  const outcome = isPassword ? 'password-refused' : 'registration-failed'
  return { result: 'failed', outcome, sipAnswer: answerOf(state) }
}

function answerOf({ status, reason }: Refusal): SipAnswer {
  return { code: status, phrase: reason }
}

/** Returns the outcome for a request without a response. */
function silenceOf({ cause, reason }: Refusal): TrunkTestOutcome {
  if (cause === 'timeout') return 'no-answer'
  if (cause === 'forbidden') return 'address-not-allowed'
  if (/certificate|self.signed|altname|issuer/i.test(reason)) return 'certificate-refused'
  return /refused/i.test(reason) ? 'connection-refused' : 'no-answer'
}
