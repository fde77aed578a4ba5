import { defaultOptions } from '@parley/account-service'
import { expect, test } from 'vitest'
import { parseConfig } from './config.ts'

test('PARLEY_AUDIT_DAYS overrides the default retention of the audit log', () => {
  expect(parseConfig({}).auditRetentionDays).toBe(defaultOptions.auditRetentionDays)
  expect(parseConfig({ PARLEY_AUDIT_DAYS: '30' }).auditRetentionDays).toBe(30)
  expect(() => parseConfig({ PARLEY_AUDIT_DAYS: 'ever' })).toThrow('The setting PARLEY_AUDIT_DAYS')
})
