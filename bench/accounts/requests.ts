import { required } from '@parley/primitives'
import type { BenchRequest, BenchResponse, Send } from './load.ts'

/** The measured requests to Parley and to the baseline. */
export interface BenchRequests {
  signUp(): BenchRequest
  signIn(): BenchRequest
  /** Returns the signed-in user. */
  readUser(): BenchRequest
}

const password = 'correct horse battery'
const signInUserCount = 100

let users = 0

/** Returns an unused e-mail address. */
export function newEmail(): string {
  users += 1
  return `person-${users}@example.com`
}

/** Sends a request that must succeed, such as a sign-up. */
export async function sendOne(send: Send, call: BenchRequest): Promise<BenchResponse> {
  const response = await send(call)
  if (response.status >= 300) throw new Error(`${call.path} returned ${response.status}: ${response.text}`)
  return response
}

/** Returns e-mail addresses in rotation, because sign-ins of the same user are serialized. */
async function rotateEmails(send: Send, signUp: () => BenchRequest): Promise<() => string> {
  const emails: string[] = []
  for (let index = 0; index < signInUserCount; index++) {
    const call = signUp()
    await sendOne(send, call)
    emails.push((JSON.parse(call.body ?? '{}') as { email: string }).email)
  }
  let turn = 0
  return () => required(emails[turn++ % emails.length], 'an e-mail address')
}

/** The requests to Parley, including session refresh, which the baseline does not have. */
export async function createParleyRequests(
  send: Send,
  project: { readonly projectId: string; readonly publishableClientKey: string },
): Promise<BenchRequests & { refresh(): BenchRequest; sendSignInCode(email: string): BenchRequest }> {
  const headers = {
    'x-stack-project-id': project.projectId,
    'x-stack-access-type': 'client',
    'x-stack-publishable-client-key': project.publishableClientKey,
  }
  const post = (path: string, body: object): BenchRequest => ({
    method: 'POST',
    path: `/api/v1${path}`,
    headers,
    body: JSON.stringify(body),
  })
  const signUp = () =>
    post('/auth/password/sign-up', {
      email: newEmail(),
      password,
      verification_callback_url: 'http://localhost:3000/handler/email-verification',
    })
  const me = JSON.parse((await sendOne(send, signUp())).text) as {
    access_token: string
    refresh_token: string
  }
  const nextEmail = await rotateEmails(send, signUp)
  const refreshForm = new URLSearchParams({
    grant_type: 'refresh_token',
    refresh_token: me.refresh_token,
    client_id: project.projectId,
    client_secret: project.publishableClientKey,
  })
  return {
    signUp,
    signIn: () => post('/auth/password/sign-in', { email: nextEmail(), password }),
    readUser: () => ({
      method: 'GET',
      path: '/api/v1/users/me',
      headers: { ...headers, 'x-stack-access-token': me.access_token },
    }),
    refresh: () => ({
      method: 'POST',
      path: '/api/v1/auth/oauth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: refreshForm.toString(),
    }),
    sendSignInCode: (email) =>
      post('/auth/otp/send-sign-in-code', {
        email,
        callback_url: 'http://localhost:3000/handler/magic-link-callback',
      }),
  }
}

/** The same requests to better-auth. */
export async function createBaselineRequests(send: Send, port: number): Promise<BenchRequests> {
  const origin = `http://127.0.0.1:${port}`
  const post = (path: string, body: object): BenchRequest => ({
    method: 'POST',
    path,
    headers: { origin },
    body: JSON.stringify(body),
  })
  const signUp = () => post('/api/auth/sign-up/email', { name: 'Ada', email: newEmail(), password })
  const { cookies } = await sendOne(send, signUp())
  const cookie = cookies.map((one) => one.split(';')[0]).join('; ')
  const nextEmail = await rotateEmails(send, signUp)
  return {
    signUp,
    signIn: () => post('/api/auth/sign-in/email', { email: nextEmail(), password }),
    readUser: () => ({ method: 'GET', path: '/api/auth/get-session', headers: { cookie, origin } }),
  }
}
