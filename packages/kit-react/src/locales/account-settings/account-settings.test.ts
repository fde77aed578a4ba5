import { findTranslationProblems } from '@parley/i18n/testing'
import { expect, test } from 'vitest'
import { locales } from '../index.ts'
import { settingsEnUS } from './en-US.ts'
import { settingsLoaders } from './index.ts'

test.each(locales)(
  '%s has every message of the account settings with the same placeholders',
  async (locale) => {
    expect(findTranslationProblems(settingsEnUS, await settingsLoaders[locale](), locale)).toEqual([])
  },
)
