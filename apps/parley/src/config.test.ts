import { defaultOptions } from '@parley/account-service'
import { expect, test } from 'vitest'
import { parseConfig } from './config.ts'
import { parseMediaPorts } from './media-ports.ts'

test('PARLEY_AUDIT_DAYS overrides the default retention of the audit log', () => {
  expect(parseConfig({}).auditRetentionDays).toBe(defaultOptions.auditRetentionDays)
  expect(parseConfig({ PARLEY_AUDIT_DAYS: '30' }).auditRetentionDays).toBe(30)
  expect(() => parseConfig({ PARLEY_AUDIT_DAYS: 'ever' })).toThrow('The setting PARLEY_AUDIT_DAYS')
})

test('an invalid setting is explained in one sentence with an example and without its value', () => {
  const explain = (env: Record<string, string>) => {
    try {
      return parseConfig(env)
    } catch (error) {
      return String(error)
    }
  }

  expect(explain({ PARLEY_PHONE_PORT: 'abc' })).toBe(
    'Error: The setting PARLEY_PHONE_PORT must be a whole number from 0 to 65535, for example 4000.',
  )
  expect(explain({ PARLEY_SECRET: 'hunter2', PARLEY_SMTP_URL: 'http://ada:hunter2@mail' })).not.toContain(
    'hunter2',
  )
})

test('PARLEY_SIP_HOST is an IPv4 address or a host name, because SIP and the audio of trunks use IPv4', () => {
  expect(parseConfig({ PARLEY_SIP_HOST: 'phone.example.com' }).sip.host).toBe('phone.example.com')
  for (const host of ['::1', '[2001:db8::1]', '2001:db8::1', '203.0.113.5:5060'])
    expect(() => parseConfig({ PARLEY_SIP_HOST: host })).toThrow(
      'The setting PARLEY_SIP_HOST must be an IPv4 address or a host name without a port, for example 203.0.113.5.',
    )
})

test('recordings are stored in S3 with complete settings only, each of which is named when it is missing', () => {
  const parse = (env: Record<string, string>) => parseConfig(env).recordings.s3
  const url = { PARLEY_RECORDINGS_URL: 's3://parley/phone/recordings/' }
  const access = { PARLEY_S3_ACCESS_KEY: 'a key', PARLEY_S3_SECRET_KEY: 'a secret' }

  expect(parse({})).toBeUndefined()
  expect(parse({ ...url, ...access, PARLEY_S3_ENDPOINT: 'https://s3.example.com' })).toEqual({
    bucket: 'parley',
    prefix: 'phone/recordings/',
    endpoint: 'https://s3.example.com',
    region: 'us-east-1',
    accessKey: 'a key',
    secretKey: 'a secret',
  })
  expect(
    parse({ PARLEY_RECORDINGS_URL: 's3://parley', ...access, PARLEY_S3_REGION: 'eu-central-1' }),
  ).toMatchObject({ bucket: 'parley', prefix: '', endpoint: null, region: 'eu-central-1' })
  expect(() => parse(access)).toThrow('Set PARLEY_RECORDINGS_URL too, or leave PARLEY_S3_ACCESS_KEY out.')
  expect(() => parse(url)).toThrow('requires PARLEY_S3_ACCESS_KEY')
  expect(() => parse({ ...url, PARLEY_S3_ACCESS_KEY: 'a key' })).toThrow('requires PARLEY_S3_SECRET_KEY')
  expect(() => parse({ ...url, ...access })).toThrow('requires PARLEY_S3_REGION')
  expect(() => parse({ PARLEY_RECORDINGS_URL: 'https://parley' })).toThrow(
    'The setting PARLEY_RECORDINGS_URL must be a bucket',
  )
})

test('NR6: DATABASE_DIRECT_URL requires DATABASE_URL', () => {
  const url = 'postgres://parley@localhost/parley'
  const parse = (env: Record<string, string>) => parseConfig(env).databaseDirectUrl

  expect(parse({ DATABASE_URL: url, DATABASE_DIRECT_URL: `${url}-direct` })).toBe(`${url}-direct`)
  expect(parse({ DATABASE_URL: url })).toBeNull()
  expect(() => parse({ DATABASE_DIRECT_URL: url })).toThrow('Set DATABASE_URL too')
})

test.each([
  [{}, false],
  [{ PARLEY_HOST: '127.0.0.2' }, false],
  [{ PARLEY_HOST: '0.0.0.0' }, true],
  [{ PARLEY_HOST: '192.0.2.7' }, true],
  [{ PARLEY_PUBLIC_PHONE_URL: 'https://phone.example.com' }, true],
  [{ PARLEY_PUBLIC_ACCOUNTS_URL: 'https://accounts.example.com' }, true],
])('SR1: with the settings %j, whether other machines can open the pages is %s', (env, expected) => {
  expect(parseConfig(env).isReachable).toBe(expected)
})

test('PARLEY_LANGUAGE is one of the languages of the phone', () => {
  expect(parseConfig({}).language).toBe('en-US')
  expect(parseConfig({ PARLEY_LANGUAGE: 'de-DE' }).language).toBe('de-DE')
  expect(() => parseConfig({ PARLEY_LANGUAGE: 'de' })).toThrow(
    'The setting PARLEY_LANGUAGE must be one of de-DE, en-US, es-419, es-ES, fr-CA, for example de-DE.',
  )
})

test('ZR832: the ports of browsers are below 65536 and contain no other UDP port', () => {
  const settings = { PARLEY_MEDIA_PORTS: 100, PARLEY_SIP_PORT: 5_060, PARLEY_CARRIER_PORT: 0 }
  const parse = (PARLEY_MEDIA_PORT: number, others: object = {}) =>
    parseMediaPorts({ ...settings, PARLEY_MEDIA_PORT, ...others }, 4)

  expect(parse(65_136)).toEqual({ port: 65_136, portsPerProcess: 100 })
  expect(() => parse(65_137)).toThrow(
    'PARLEY_MEDIA_PORT and PARLEY_MEDIA_PORTS are the UDP ports 65137 to 65536 (100 for each of 4 processor cores), but the highest port is 65535.',
  )
  for (const first of [5_060, 4_661])
    expect(() => parse(first)).toThrow('but PARLEY_SIP_PORT is one of them.')
  for (const first of [5_061, 4_660]) expect(parse(first).port).toBe(first)
  expect(() => parse(20_000, { PARLEY_CARRIER_PORT: 20_399 })).toThrow(
    'but PARLEY_CARRIER_PORT is one of them.',
  )
  expect(parseConfig({}).media).toEqual({ port: 0, portsPerProcess: 1_000 })
  expect(() => parseConfig({ PARLEY_MEDIA_PORT: '65535' })).toThrow('but the highest port is 65535.')
})
