/** The scheme a list opens with: the one its address names, else the default where the address says nothing. */
import { useEffect, useRef } from 'react'
import type { ListDefinition, Scheme } from '../../declare/wire.ts'
import { feedback } from '../api/feedback.ts'
import { t } from '../i18n/t.ts'
import { appliedDraft, draftOf, type Applied } from '../table/scheme-rules.ts'
import { useSchemes } from './use-schemes.ts'

/** What a saved scheme asks of its list. */
export function appliedOf(definition: ListDefinition, scheme: Scheme): Applied {
  return appliedDraft(draftOf(definition, scheme, null), scheme.profileId)
}

/** `isBlank`: the address of the page says nothing about the list. */
export function useOpeningScheme(definition: ListDefinition, state: Applied, isBlank: boolean, onApply: (applied: Applied) => void): void {
  const isLink = state.scheme !== null && state.conditions === null && state.order === null
  const { data } = useSchemes(definition.type, isLink)
  const isOpened = useRef(false)
  useEffect(() => {
    if (isOpened.current) return
    if (isLink) {
      if (data === undefined) return
      isOpened.current = true
      const linked = data.find(one => one.profileId === state.scheme)
      if (linked === undefined) feedback.warning(t('方案不存在，或没有共享给您'))
      else apply(linked)
      return
    }
    isOpened.current = true
    if (isBlank && definition.defaultScheme != null) apply(definition.defaultScheme)
    function apply(scheme: Scheme): void {
      if (scheme.removed.length > 0)
        feedback.warning(t('方案中的 {titles} 已不存在，其余照常使用', { titles: scheme.removed.join(t('、')) }))
      onApply(appliedOf(definition, scheme))
    }
  }, [isLink, isBlank, data, definition, state.scheme, onApply])
}
