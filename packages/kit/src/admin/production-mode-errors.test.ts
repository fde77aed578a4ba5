import { expect, test } from 'vitest'
import { findProductionModeErrors } from './production-mode-errors.ts'

const find = (allowLocalhost: boolean, ...domains: string[]) =>
  findProductionModeErrors('notes', {
    allowLocalhost,
    domains: domains.map((domain) => ({ domain, handlerPath: '/handler' })),
  })

test('production mode allows trusted domains with https only', () => {
  expect(find(false, 'https://notes.example.com')).toEqual([])
})

test.each([
  ['no url', 'Trusted domain is not a valid URL: no url'],
  [
    'https://localhost:3000',
    'Localhost domains are not allowed to be trusted in production mode: https://localhost:3000',
  ],
  ['https://192.0.2.1', 'Direct IPs are not valid for trusted domains in production mode: https://192.0.2.1'],
  [
    'https://[2001:db8::1]',
    'Direct IPs are not valid for trusted domains in production mode: https://[2001:db8::1]',
  ],
  ['http://notes.example.com', 'Trusted domains should be HTTPS: http://notes.example.com'],
])('production mode rejects the domain %s', (domain, message) => {
  expect(find(false, domain)).toEqual([{ message, relativeFixUrl: '/projects/notes/domains' }])
})

test('production mode rejects localhost', () => {
  expect(find(true).map(({ message }) => message)).toEqual([
    "Localhost is not allowed in production mode, turn off 'Allow localhost' in project settings",
  ])
})
