import { defaultOptions } from '@parley/account-service'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test('PARLEY_AUDIT_DAYS overrides the default retention of the audit log', () => {
  expect(readConfig({}).auditKeptDays).toBe(defaultOptions.auditKeptDays)
  expect(readConfig({ PARLEY_AUDIT_DAYS: '30' }).auditKeptDays).toBe(30)
  expect(() => readConfig({ PARLEY_AUDIT_DAYS: 'ever' })).toThrow('The setting PARLEY_AUDIT_DAYS')
})
