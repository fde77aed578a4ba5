import { Question } from '@parley/ui'
import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useLanguage } from '../locales/language.tsx'

interface KeptChanges {
  /** Leaves, after one question where something would be lost. */
  readonly leave: () => void
  /** The question while it is asked; belongs into the page. */
  readonly question: ReactNode
}

/**
 * Keeps what was written in a form until it is saved: whoever closes the form, goes to another page or closes the tab is
 * asked once.
 *
 * @param onLeave closes the form; where it navigates, it ignores blockers, because the question has been answered.
 */
export function useKeptChanges(isChanged: boolean, onLeave: () => void): KeptChanges {
  const { t } = useLanguage()
  const [isLeaving, setIsLeaving] = useState(false)
  const navigation = useBlocker({
    shouldBlockFn: always,
    disabled: !isChanged,
    enableBeforeUnload: isChanged,
    withResolver: true,
  })

  return {
    leave: () => (isChanged ? setIsLeaving(true) : onLeave()),
    question: (
      <Question
        isOpen={isLeaving || navigation.status === 'blocked'}
        title={t('changes.question')}
        keepLabel={t('changes.keep')}
        confirmLabel={t('changes.discard')}
        onKeep={() => {
          setIsLeaving(false)
          navigation.reset?.()
        }}
        onConfirm={() => {
          setIsLeaving(false)
          if (navigation.status === 'blocked') navigation.proceed()
          else onLeave()
        }}
      >
        {t('changes.sentence')}
      </Question>
    ),
  }
}

const always = () => true
