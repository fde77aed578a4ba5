import { NextResponse } from 'next/server'
import { stackServerApp } from './stack.jsx'

/** Middleware: signed-out visitors of the guarded page are sent to the sign-in page. */
export async function proxy(request) {
  const user = await stackServerApp.getUser()
  return user ? NextResponse.next() : NextResponse.redirect(new URL('/handler/sign-in', request.url))
}

export const config = { matcher: '/guarded' }
