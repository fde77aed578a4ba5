import { defaultOptions } from '@parley/account-service'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test('the audit log is kept as long as the account service keeps it by itself, unless a setting says otherwise', () => {
  expect(readConfig({}).auditKeptDays).toBe(defaultOptions.auditKeptDays)
  expect(readConfig({ PARLEY_AUDIT_DAYS: '30' }).auditKeptDays).toBe(30)
  expect(() => readConfig({ PARLEY_AUDIT_DAYS: 'ever' })).toThrow('The setting PARLEY_AUDIT_DAYS')
})
