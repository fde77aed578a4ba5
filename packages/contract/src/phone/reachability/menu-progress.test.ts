import { expect, test } from 'vitest'
import { enterMenu, type MenuInput, type MenuProgress, nextInMenu } from './menu-progress.ts'
import type { RoutingMenu } from './menus.ts'

const everyone = { kind: 'everyone' } as const
const hangUp = { kind: 'hang-up' } as const
const toVoicemail = { kind: 'voicemail', announcementId: null } as const

function createMenu(id: string, menu: Partial<RoutingMenu>): RoutingMenu {
  return { id, name: id, announcementId: null, entries: [], fallback: hangUp, ...menu }
}

const menus = [
  createMenu('main', {
    entries: [
      { key: '1', label: 'Orders', target: everyone },
      { key: '2', label: 'More', target: { kind: 'menu', menuId: 'more' } },
      { key: '*', label: 'Again', target: { kind: 'repeat' } },
    ],
    fallback: { kind: 'menu', menuId: 'more' },
  }),
  createMenu('more', {
    entries: [{ key: '*', label: 'Message', target: toVoicemail }],
    fallback: everyone,
  }),
]

const played: MenuInput = { type: 'played' }
const noKey: MenuInput = { type: 'no-key' }
const press = (key: string): MenuInput => ({ type: 'key', key })

/** Returns the stages of a caller, and the target to which the menus lead. */
function follow(...inputs: readonly MenuInput[]): string[] {
  const describe = ({ menuId, stage }: MenuProgress) => `${menuId} ${stage}`
  let progress = enterMenu('main')
  const stages = [describe(progress)]
  for (const input of inputs) {
    const result = nextInMenu(menus, progress, input)
    if (result.type === 'leaves')
      return [...stages, `${result.menuId} ${result.key ?? 'no key'}: ${result.target.kind}`]
    progress = result.progress
    stages.push(describe(progress))
  }
  return stages
}

test('a key leads to its target at any time', () => {
  expect(follow(press('1'))).toEqual(['main prompt', 'main 1: everyone'])
  expect(follow(played, press('1'))).toEqual(['main prompt', 'main waiting', 'main 1: everyone'])
  expect(follow(press('5'), press('1'))).toEqual(['main prompt', 'main invalid', 'main 1: everyone'])
  expect(follow(press('2'), press('*'))).toEqual(['main prompt', 'more prompt', 'more *: voicemail'])
})

test('without a key the menu is repeated once, and then its fallback follows, which can be a menu', () => {
  const twice = ['main prompt', 'main waiting', 'main prompt', 'main waiting', 'more prompt']
  expect(follow(played, noKey, played, noKey)).toEqual(twice)
  const again = ['more waiting', 'more prompt', 'more waiting', 'more no key: everyone']
  expect(follow(played, noKey, played, noKey, played, noKey, played, noKey)).toEqual([...twice, ...again])
})

test('after a key that the menu does not have it is repeated twice at most', () => {
  expect(follow(press('9'), played, press('#'), press('A'))).toEqual([
    'main prompt',
    'main invalid',
    'main prompt',
    'main invalid',
    'more prompt',
  ])
})

test('a caller who has stayed too long gets the last fallback without another menu', () => {
  expect(follow({ type: 'over' })).toEqual(['main prompt', 'more no key: everyone'])
})

test('ZR353: a key repeats the menu from each stage, five times at most, and then the fallback follows', () => {
  expect(follow(press('*'), played, press('*'), press('9'), press('*'), press('1'))).toEqual([
    'main prompt',
    'main prompt',
    'main waiting',
    'main prompt',
    'main invalid',
    'main prompt',
    'main 1: everyone',
  ])
  const repeats = Array.from({ length: 6 }, () => press('*'))
  expect(follow(...repeats)).toEqual([...Array.from({ length: 6 }, () => 'main prompt'), 'more prompt'])
})

test('ZR353: a repetition neither excuses missing keys nor keys that the menu does not have', () => {
  expect(follow(played, noKey, press('*'), played, noKey)).toEqual([
    'main prompt',
    'main waiting',
    'main prompt',
    'main prompt',
    'main waiting',
    'more prompt',
  ])
  expect(follow(press('9'), press('*'), press('9'), press('*'), press('9')).at(-1)).toBe('more prompt')
})

test('ZR353: a caller of a call that began before an upgrade can have the menu repeated as often', () => {
  const { repeats: _, ...before } = enterMenu('main')
  let result = nextInMenu(menus, before, press('*'))
  for (let count = 2; count <= 6 && result.type === 'continues'; count += 1)
    result = nextInMenu(menus, result.progress, press('*'))
  expect(result).toMatchObject({ progress: { menuId: 'more', stage: 'prompt' } })
})
