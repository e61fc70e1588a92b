/** 查看: a row beside its list, by the drawer its type has registered, else by the one that shows every field. */
import { Suspense, lazy, useCallback, useContext, useState, type ReactNode } from 'react'
import type { ListDefinition, Row, StepDefinition } from '../../declare/wire.ts'
import { HistoryButton } from '../history/history-button.tsx'
import { withReload } from '../page/chunk-load.ts'
import { DrawerHead } from '../page/tab-modal.tsx'
import { ShellContext } from '../page/shell-context.ts'
import { t } from '../i18n/t.ts'
import { RecordLink, useRecordUrls } from '../values/record-link.tsx'
import { RecordTools } from './record-tools.tsx'
import { recordViewOf } from './record-views.ts'
import { rowOpener } from '../values/row-openers.ts'
import type { RowViewProps } from './row-view.tsx'
import { useRowTurning, type RowPlace } from './use-row-turning.ts'

const RowView = lazy(withReload(() => import('./row-view.tsx')))

interface HeadProps {
  readonly type: string
  readonly id: string
  readonly list: string
  readonly hasHistory: boolean
  readonly onGo: () => void
}

/** What stands in the head of the drawer: the way to the page of the record, its history, and what areas offer. */
function Head({ type, id, list, hasHistory, onGo }: HeadProps) {
  const url = useRecordUrls()(type, id, list)
  return (
    <>
      {url !== null && (
        <RecordLink url={url} isExact className="zg-open-page" onGo={onGo}>
          {t('打开页面')}
        </RecordLink>
      )}
      {hasHistory && <HistoryButton type={type} id={id} />}
      <RecordTools type={type} id={id} />
    </>
  )
}

export interface RowViewing {
  /** stays the same from drawing to drawing of one state of the list */
  readonly open: (row: Row) => void
  readonly drawer: ReactNode
}

interface Viewing {
  readonly onChanged: () => void
  readonly onStep: (step: StepDefinition, rows: readonly Row[]) => void
  /** query of the list, which goes along to the page of a record */
  readonly list?: string
  /** absent: one does not go from row to row */
  readonly place?: RowPlace | undefined
  readonly doing?: RowViewProps['doing']
  readonly Related?: RowViewProps['Related']
}

export function useRowView(
  definition: ListDefinition,
  { onChanged, onStep, list = '', place, doing = null, Related }: Viewing,
): RowViewing {
  const [row, setRow] = useState<Row | null>(null)
  const close = useCallback(() => setRow(null), [])
  const opener = rowOpener(definition.type)
  const hasHistory = definition.report === null && opener?.hasHistory !== false
  const turning = useRowTurning(definition, row, opener === null ? place : undefined, setRow)
  const shell = useContext(ShellContext)
  const urlOf = useRecordUrls()
  const { type } = definition
  const open = useCallback(
    (one: Row): void => {
      // a record that is a paper is read on its own page
      const url = shell === null || recordViewOf(type) === null ? null : urlOf(type, one.id, list)
      if (url === null) setRow(one)
      else shell?.go(url)
    },
    [shell, urlOf, type, list],
  )
  return {
    open,
    drawer: row !== null && (
      <DrawerHead value={<Head type={definition.type} id={row.id} list={list} hasHistory={hasHistory} onGo={close} />}>
        {opener === null ? (
          <Suspense fallback={null}>
            <RowView
              definition={definition}
              row={row}
              turning={turning}
              doing={doing}
              {...(Related === undefined ? {} : { Related })}
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
