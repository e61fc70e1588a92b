/** 查看: a row beside its list, by the drawer its type has registered, else by the one that shows every field. */
import { Suspense, lazy, useCallback, useState, type ReactNode } from 'react'
import type { ListDefinition, Row, StepDefinition } from '../../declare/wire.ts'
import { HistoryButton } from '../history/history-button.tsx'
import { withReload } from '../shell/page/chunk-load.ts'
import { DrawerHead } from '../shell/page/tab-modal.tsx'
import { t } from '../i18n/t.ts'
import { RecordLink, useRecordUrls } from './record-link.tsx'
import { rowOpener } from './row-openers.ts'

const RowView = lazy(withReload(() => import('./row-view.tsx')))

/** What stands in the head of the drawer: the way to the page of the record, and its history. */
function Head({ type, id, list, hasHistory, onGo }: { type: string; id: string; list: string; hasHistory: boolean; onGo: () => void }) {
  const url = useRecordUrls()(type, id, list)
  return (
    <>
      {url !== null && (
        <RecordLink url={url} isExact className="zg-open-page" onGo={onGo}>
          {t('打开页面')}
        </RecordLink>
      )}
      {hasHistory && <HistoryButton type={type} id={id} />}
    </>
  )
}

export interface RowViewing {
  /** stays the same from drawing to drawing */
  readonly open: (row: Row) => void
  readonly drawer: ReactNode
}

/** `list`: query of the list, which goes along to the page of a record. */
export function useRowView(
  definition: ListDefinition,
  onChanged: () => void,
  onStep: (step: StepDefinition, rows: readonly Row[]) => void,
  list = '',
): RowViewing {
  const [row, setRow] = useState<Row | null>(null)
  const close = useCallback(() => setRow(null), [])
  const opener = rowOpener(definition.type)
  const hasHistory = definition.report === null && opener?.hasHistory !== false
  return {
    open: setRow,
    drawer: row !== null && (
      <DrawerHead value={<Head type={definition.type} id={row.id} list={list} hasHistory={hasHistory} onGo={close} />}>
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
