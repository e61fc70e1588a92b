/** Editing in the cell: which cells can be, and the one that is open. */
import { Suspense, lazy, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react'
import type { FormItem, ListDefinition, Row } from '../../declare/wire.ts'
import { isOpenIn } from '../values/row-steps.ts'
import { withReload } from '../page/chunk-load.ts'

const load = withReload(() => import('./inline-editor.tsx'))
const InlineEditor = lazy(load)
/** the rows come first, the control is there before anybody double-clicks */
const aheadMs = 1_000

export interface InlineEdit {
  canEdit(field: string): boolean
  /** true: the cell has opened its control */
  begin(row: Row, field: string): boolean
  readonly editing: { readonly id: string; readonly key: string; readonly node: ReactNode } | null
}

/** Items of the form that may be set in their cells. Without the right to update the definition brings no such call. */
export function inlineItems(definition: ListDefinition): ReadonlyMap<string, FormItem> {
  if (definition.calls.update === undefined) return new Map()
  const names = new Set(definition.result.filter(one => one.isInline === true).map(one => one.field))
  return new Map(definition.form.filter(one => names.has(one.field) && !one.editDisabled).map(one => [one.field, one]))
}

export function useInlineEdit(definition: ListDefinition): InlineEdit {
  const items = useMemo(() => inlineItems(definition), [definition])
  const [open, setOpen] = useState<{ readonly row: Row; readonly item: FormItem } | null>(null)
  const close = useCallback(() => setOpen(null), [])
  const hasSome = items.size > 0
  useEffect(() => {
    if (!hasSome) return
    const timer = setTimeout(() => void load(), aheadMs)
    return () => clearTimeout(timer)
  }, [hasSome])
  return {
    canEdit: useCallback(field => items.has(field), [items]),
    begin: useCallback(
      (row, field) => {
        const item = items.get(field)
        if (item === undefined || !isOpenIn(item, row)) return false
        setOpen({ row, item })
        return true
      },
      [items],
    ),
    editing:
      open === null
        ? null
        : {
            id: open.row.id,
            key: open.item.field,
            node: (
              <Suspense key={`${open.row.id} ${open.item.field}`} fallback={null}>
                <InlineEditor definition={definition} {...open} onClose={close} />
              </Suspense>
            ),
          },
  }
}
