import type { ScriptedResponse } from '../../../kit/src/scripted-server.fixture.ts'

interface FakeCliLogin {
  state: 'waiting' | 'used' | 'expired'
  /** Approvals are rejected. */
  isSecondFactorMissing: boolean
}

const minute = 60_000

const badRequest: ScriptedResponse = { headers: { 'x-stack-actual-status': '400' }, text: 'Not possible.' }

/** Creates the command-line logins of a fake account service. */
export function createFakeCliLogins() {
  const cliLogins = new Map<string, FakeCliLogin>()

  function describeCliLogin(code: string): ScriptedResponse {
    const login = cliLogins.get(code)
    if (!login) return badRequest
    return {
      json: {
        status: login.state,
        started_at_millis: Date.now(),
        expires_at_millis: Date.now() + 120 * minute,
        ip: '203.0.113.24',
        user_agent: 'parley-cli/1.0',
      },
    }
  }

  function endCliLogin(code: string, state: FakeCliLogin['state']): ScriptedResponse {
    const login = cliLogins.get(code)
    if (login?.state !== 'waiting' || login.isSecondFactorMissing) return badRequest
    login.state = state
    return { json: { success: true } }
  }

  return {
    describeCliLogin,
    endCliLogin,
    addCliLogin() {
      const login: FakeCliLogin = { state: 'waiting', isSecondFactorMissing: false }
      const code = `${cliLogins.size + 1}`.padStart(45, 'c')
      cliLogins.set(code, login)
      return { code, login }
    },
  }
}
