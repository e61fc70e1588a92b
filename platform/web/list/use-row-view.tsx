/** 查看: a row beside its list, by the drawer its type has registered, else by the one that shows every field. */
import { Suspense, lazy, useCallback, useState, type ReactNode } from 'react'
import type { ListDefinition, Row, StepDefinition } from '../../declare/wire.ts'
import { HistoryButton } from '../history/history-button.tsx'
import { withReload } from '../shell/page/chunk-load.ts'
import { DrawerHead } from '../shell/page/tab-modal.tsx'
import { rowOpener } from './row-openers.ts'

const RowView = lazy(withReload(() => import('./row-view.tsx')))

export interface RowViewing {
  /** stays the same from drawing to drawing */
  readonly open: (row: Row) => void
  readonly drawer: ReactNode
}

export function useRowView(
  definition: ListDefinition,
  onChanged: () => void,
  onStep: (step: StepDefinition, rows: readonly Row[]) => void,
): RowViewing {
  const [row, setRow] = useState<Row | null>(null)
  const close = useCallback(() => setRow(null), [])
  const opener = rowOpener(definition.type)
  const hasHistory = definition.report === null && opener?.hasHistory !== false
  return {
    open: setRow,
    drawer: row !== null && (
      <DrawerHead value={hasHistory ? <HistoryButton type={definition.type} id={row.id} /> : null}>
        {opener === null ? (
          <Suspense fallback={null}>
            <RowView
              definition={definition}
              row={row}
              onStep={(step, of) => {
                close()
                onStep(step, [of])
              }}
              onClose={close}
            />
          </Suspense>
        ) : (
          <opener.Drawer row={row} onClose={close} onChanged={onChanged} />
        )}
      </DrawerHead>
    ),
  }
}
