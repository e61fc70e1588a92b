/** A record on a page of its own: head, states, what may be done, and its tabs. */
import { Skeleton, Tabs } from 'antd'
import { Suspense, lazy, useLayoutEffect, useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { RecordTab } from '../../declare/record-page.ts'
import { asText } from '#platform/format/text.ts'
import { HistoryList } from '../history/history-list.tsx'
import { t } from '../i18n/t.ts'
import { useRecordUrls } from '../values/record-link.tsx'
import { rowOpener } from '../values/row-openers.ts'
import { useListActions } from '../actions/use-actions.tsx'
import { PaperButton } from '../paper/paper-button.tsx'
import { useIsMobile } from '../page/use-is-mobile.ts'
import { listUrl } from '../page/record-routes.ts'
import { withReload } from '../page/chunk-load.ts'
import { usePage } from '../page/page-context.ts'
import { useShell } from '../page/shell-context.ts'
import { ThreadTitle } from '../thread/thread-tab.tsx'
import { RecordActions } from './record-actions.tsx'
import { RecordFields } from './record-fields.tsx'
import { RecordFiles } from './record-files.tsx'
import { RecordHead, recordName } from './record-head.tsx'
import { RecordTools } from '../rows/record-tools.tsx'
import type { RecordViewProps } from '../rows/record-views.ts'
import { RelatedList } from './related-list.tsx'
import { RelatedRecords } from './related-records.tsx'
import { RecordApproval } from '../approval/record-approval.tsx'
import { StateBar } from './state-bar.tsx'
import { useRecordPaper } from './use-record-paper.ts'
import { useFollowRecord, useRefreshRecord } from './use-record.ts'
import { useTurning } from './use-turning.ts'

const RecordCharts = lazy(withReload(() => import('./record-charts.tsx')))
const RecordChain = lazy(withReload(() => import('./record-chain.tsx')))
const RecordThread = lazy(withReload(() => import('../thread/record-thread.tsx')))

const inOrder = { field: 'lineNo', way: 'ASC' } as const

interface Drawn {
  readonly label: ReactNode
  readonly children: ReactNode
}

/** What a tab is called and what stands in it; null: there is nothing to draw it. */
function drawn(tab: RecordTab, { definition, record, row }: RecordViewProps): Drawn | null {
  const { type, thread, lines } = definition
  switch (tab) {
    case 'fields':
      return { label: t('详细信息'), children: <Fields definition={definition} record={record} row={row} /> }
    case 'charts':
      return {
        label: t('图表'),
        children: (
          <Suspense fallback={<Skeleton active paragraph={{ rows: 5 }} title={false} />}>
            <RecordCharts type={type} id={row.id} charts={record.charts} />
          </Suspense>
        ),
      }
    case 'lines':
      return lines === undefined
        ? null
        : {
            label: t('明细'),
            children: <RelatedList key={row.id} relation={lines} where={[[lines.by, row.id]]} sort={inOrder} acts />,
          }
    case 'chain':
      return {
        label: t('上下游'),
        children: (
          <Suspense fallback={<Skeleton active paragraph={{ rows: 4 }} title={false} />}>
            <RecordChain type={type} id={row.id} />
          </Suspense>
        ),
      }
    case 'thread':
      return thread === undefined
        ? null
        : {
            label: <ThreadTitle thread={thread} type={type} id={row.id} />,
            children: (
              <Suspense fallback={<Skeleton active paragraph={{ rows: 4 }} title={false} />}>
                <RecordThread resource={type} id={row.id} />
              </Suspense>
            ),
          }
    case 'files':
      return { label: t('文件'), children: <RecordFiles definition={definition} row={row} /> }
    case 'related':
      return { label: t('关联记录'), children: <RelatedRecords key={row.id} type={definition.type} record={record} row={row} /> }
    case 'history':
      return { label: t('修改历史'), children: <HistoryList type={definition.type} id={row.id} /> }
  }
}

/** What belongs to the record, by the list it is of; one without the values that lead to it has no tab. */
function childTabs({ record, row }: RecordViewProps) {
  return (record.children ?? []).flatMap(child => {
    const where = child.where.map(([field, by]) => [field, row[by]] as const)
    if (where.some(([, value]) => value === null || value === undefined)) return []
    const values = where.map(([field, value]) => [field, asText(value)] as const)
    return [{ key: `child.${child.type}`, label: child.title, children: <RelatedList key={row.id} relation={child} where={values} /> }]
  })
}

const Fields = (view: RecordViewProps) => <RecordFields {...view} urlOf={useRecordUrls()} />

/**
 * The tab in front stands in the address: a link shows a colleague the same, and the neighbours open in it. `own`: tabs that are drawn
 * otherwise.
 */
export function RecordTabs({
  own: otherwise = {},
  ...view
}: RecordViewProps & { readonly own?: Readonly<Partial<Record<RecordTab, Drawn>>> }) {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('tab')
  const own = view.record.tabs.flatMap(key => {
    const one = otherwise[key] ?? drawn(key, view)
    return one === null ? [] : [{ key: key as string, ...one }]
  })
  const tabs = own
    // behind what the record is, before what is said of it
    .toSpliced(own.findLastIndex(({ key }) => key === 'fields' || key === 'lines') + 1, 0, ...childTabs(view))
    .map(one => ({ ...one, children: <div className="zg-record-tab">{one.children}</div> }))
  const first = tabs[0]?.key ?? ''
  const turnTo = (key: string): void =>
    setSearch(
      before => {
        const next = new URLSearchParams(before)
        if (key === first) next.delete('tab')
        else next.set('tab', key)
        return next
      },
      { replace: true },
    )
  return (
    <Tabs
      className="zg-record-tabs"
      items={tabs}
      activeKey={tabs.find(one => one.key === asked)?.key ?? first}
      destroyOnHidden
      animated={false}
      onChange={turnTo}
    />
  )
}

/** `body`: what an area draws above the tabs. */
export function RecordView({ definition, record, row, body = null }: RecordViewProps & { readonly body?: ReactNode }) {
  const { type } = definition
  const { menu, operations, setTitle } = usePage()
  const { open } = useShell()
  const isMobile = useIsMobile()
  const urlOf = useRecordUrls()
  const [search] = useSearchParams()
  const turning = useTurning(definition, row.id, search.get('tab'))
  const refresh = useRefreshRecord(type, row.id)
  const back = (): void => open(listUrl(menu.path, search))
  const actions = useListActions(definition, refresh, () => {
    refresh()
    back()
  })
  useFollowRecord(type, row.id)
  const [isOpening, setOpening] = useState(false)
  const opener = rowOpener(type)
  const name = recordName(definition, record, row)
  useLayoutEffect(() => setTitle(name), [setTitle, name])
  const paper = useRecordPaper(definition, record, row)

  const buttons = (
    <RecordActions
      definition={definition}
      row={row}
      operations={operations}
      actions={actions}
      opener={opener}
      onOpener={() => setOpening(true)}
      isMobile={isMobile}
    />
  )
  return (
    <article className="zg-record" aria-label={name}>
      <RecordHead
        definition={definition}
        record={record}
        row={row}
        urlOf={urlOf}
        turning={turning}
        onBack={back}
        actions={
          <>
            <RecordTools type={type} id={row.id} />
            {isMobile ? null : buttons}
            <PaperButton tools={paper} />
          </>
        }
      />
      <StateBar definition={definition} row={row} />
      <RecordApproval type={type} row={row} />
      {body}
      <RecordTabs definition={definition} record={record} row={row} />
      {isMobile && <footer className="zg-record-bar">{buttons}</footer>}
      {actions.dialog}
      {paper.sheet}
      {isOpening && opener !== null && <opener.Drawer row={row} onClose={() => setOpening(false)} onChanged={refresh} />}
    </article>
  )
}
