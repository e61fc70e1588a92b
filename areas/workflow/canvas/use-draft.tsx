/** A flow while it is edited: what was done to it, what of it is chosen and shown. */
import { useEffect, useEffectEvent, useReducer, useState } from 'react'
import type { FlowDefinition } from '#platform/declare/flow.ts'
import type { Simulation } from '#platform/declare/wire-approval.ts'
import { endId, startId } from '#platform/format/flow-graph.ts'
import { feedback } from '#platform/web/api/feedback.ts'
import { t } from '#platform/web/i18n/t.ts'
import { addNode, freeId, isFull, isMovedAlone, newGate, newStep, type Where } from './flow-graph.tsx'
import { historyAfter, historyOf } from './flow-history.tsx'
import { nothing, onlyNode, type Selection } from './selection.tsx'

export type Side = 'parts' | 'faults' | 'trial'

export type Draft = ReturnType<typeof useDraft>

export function useDraft(definition: FlowDefinition, isOpen: boolean) {
  const [history, change] = useReducer(historyAfter, definition, historyOf)
  const [selection, setSelection] = useState<Selection>(nothing)
  const [side, setSide] = useState<Side>('parts')
  const [found, setFound] = useState<Simulation | null>(null)
  const [jump, setJump] = useState<{ readonly id: string } | null>(null)
  const { now } = history
  const put = (to: FlowDefinition, of?: string): void => {
    change({ do: 'change', to, ...(of === undefined ? {} : { of }) })
    // what was found is of the flow as it was
    if (!isMovedAlone(now, to)) setFound(null)
  }
  const select = (to: Selection): void => {
    setSelection(to)
    if (to.nodes.length + to.edges.length > 0) setSide('parts')
  }
  const travel = (way: 'undo' | 'redo'): void => {
    change({ do: way })
    setSelection(nothing)
    setFound(null)
  }
  const where = (): Where => {
    const [node] = selection.nodes
    const [edge] = selection.edges
    if (edge !== undefined) return { edge: Number(edge) }
    if (node !== undefined && node !== endId) return { after: node }
    // nothing is chosen: before the end, or behind the start
    const last = now.edges.findLastIndex(one => one.to === endId)
    return last === -1 ? { after: startId } : { edge: last }
  }
  const add = (kind: 'step' | 'gate', to: Where): void => {
    if (isFull(now)) {
      feedback.warning(t('流程的节点太多了'))
      return
    }
    const id = freeId(now, kind)
    const node = kind === 'step' ? newStep(id, t('新步骤')) : newGate(id, t('分支'))
    put(addNode(now, node, to))
    select(onlyNode(id))
    setJump({ id })
  }
  const goTo = (to: Selection, node: string | null): void => {
    setSelection(to)
    if (node !== null) setJump({ id: node })
  }
  useUndoKeys(isOpen, travel)
  return { history, now, selection, side, found, jump, put, select, travel, where, add, goTo, setSide, setFound }
}

/** Wherever the focus is: what was removed has taken it away. Text fields have their own. */
function useUndoKeys(isOpen: boolean, travel: (way: 'undo' | 'redo') => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    const isText = event.target instanceof HTMLElement && event.target.closest('input, textarea, [contenteditable]') !== null
    if (isText || !(event.ctrlKey || event.metaKey)) return
    const key = event.key.toLowerCase()
    const way = key === 'y' || (key === 'z' && event.shiftKey) ? 'redo' : key === 'z' ? 'undo' : null
    if (way === null) return
    event.preventDefault()
    travel(way)
  })
  useEffect(() => {
    if (!isOpen) return
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isOpen])
}
