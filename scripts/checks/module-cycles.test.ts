import { expect, test } from 'vitest'
import { findModuleCycles } from './module-cycles.ts'

const src = 'apps/account-service/src'

test('a cycle between modules is reported with its shortest path, although no two files import each other', () => {
  const imports = [
    { from: `${src}/users/index.ts`, to: `${src}/users/get-user.ts` },
    { from: `${src}/users/get-user.ts`, to: `${src}/teams/index.ts` },
    { from: `${src}/teams/index.ts`, to: `${src}/teams/teams.ts` },
    { from: `${src}/teams/update-team.ts`, to: `${src}/images/index.ts` },
    { from: `${src}/teams/get-team.ts`, to: `${src}/users/index.ts` },
    { from: `${src}/images/images.ts`, to: `${src}/users/index.ts` },
  ]
  expect(findModuleCycles(imports)).toEqual([
    `cycle of modules: ${src}/images → ${src}/users → ${src}/teams → ${src}/images
  ${src}/images/images.ts → ${src}/users/index.ts
  ${src}/users/get-user.ts → ${src}/teams/index.ts
  ${src}/teams/update-team.ts → ${src}/images/index.ts`,
    `cycle of modules: ${src}/teams → ${src}/users → ${src}/teams
  ${src}/teams/get-team.ts → ${src}/users/index.ts
  ${src}/users/get-user.ts → ${src}/teams/index.ts`,
  ])
})

test('a folder without an index.ts belongs to the module around it, a nested module does not', () => {
  const imports = [
    { from: `${src}/users/index.ts`, to: `${src}/users/update/update-user.ts` },
    { from: `${src}/users/update/update-user.ts`, to: `${src}/users/get-user.ts` },
    { from: `${src}/users/get-user.ts`, to: `${src}/users/records/index.ts` },
    { from: `${src}/users/index.ts`, to: `${src}/users/get-user.ts` },
  ]
  expect(findModuleCycles(imports)).toEqual([])
  const back = { from: `${src}/users/records/users.ts`, to: `${src}/users/index.ts` }
  expect(findModuleCycles([...imports, back])).toHaveLength(1)
})

test('a file beside the entry of a service is a separate module', () => {
  const imports = [
    { from: `${src}/index.ts`, to: `${src}/users/index.ts` },
    { from: `${src}/users/index.ts`, to: `${src}/services.ts` },
  ]
  expect(findModuleCycles(imports)).toEqual([])
})
