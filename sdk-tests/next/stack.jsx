import { StackServerApp } from 'stack-client'

export const stackServerApp = new StackServerApp({
  tokenStore: 'nextjs-cookie',
  urls: { afterSignIn: '/inside', afterSignUp: '/inside', afterSignOut: '/' },
})
