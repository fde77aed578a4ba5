import { StackServerApp } from '@parley/kit-next'

export const stack = new StackServerApp({ tokenStore: 'nextjs-cookie' })
