/** 记账凭证: a voucher as the paper that accountants know, with what each line rests on beside it. */
import { ArrowLeftOutlined } from '@ant-design/icons'
import { Button, Tag } from 'antd'
import { useEffect, useEffectEvent, useLayoutEffect, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { asText } from '#platform/format/text.ts'
import { RecordApproval } from '#platform/web/approval/record-approval.tsx'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed } from '#platform/web/values/list-notices.tsx'
import { mayRun } from '#platform/web/values/row-steps.ts'
import { useListActions, type ListActions } from '#platform/web/actions/use-actions.tsx'
import { showInstant, showValue } from '#platform/web/values/value.ts'
import { PaperButton } from '#platform/web/paper/paper-button.tsx'
import { usePaper } from '#platform/web/paper/use-paper.tsx'
import { RecordActions } from '#platform/web/record/record-actions.tsx'
import { RecordTools } from '#platform/web/rows/record-tools.tsx'
import { RecordTabs } from '#platform/web/record/record-view.tsx'
import type { RecordViewProps } from '#platform/web/rows/record-views.ts'
import { useFollowRecord, useRefreshRecord } from '#platform/web/record/use-record.ts'
import { isTaken, useTurning, type Turning } from '#platform/web/record/use-turning.ts'
import { useIsMobile } from '#platform/web/page/use-is-mobile.ts'
import { listUrl } from '#platform/web/page/record-routes.ts'
import { Loading } from '#platform/web/page/loading.tsx'
import { usePage } from '#platform/web/page/page-context.ts'
import { useShell } from '#platform/web/page/shell-context.ts'
import type { PaperKin, VoucherPaper } from './answers.ts'
import { Slip } from './slip.tsx'
import { SlipKin } from './slip-kin.tsx'
import { slipsOf } from './slip-paper.tsx'
import { usePaperOf } from './use-paper-of.tsx'
import { VoucherLink } from './voucher-link.tsx'
import './voucher.css'

/** codes of voucherStates and checks of words.ts */
const [inOpen, exported, replaced, reversed] = ['1', '2', '3', '4']
const lacking = '2'
const colours: Readonly<Record<string, string>> = { [inOpen]: 'blue', [exported]: 'green', [replaced]: 'default', [reversed]: 'orange' }
const editOperation = 3
const evidence = 'child.voucherSource'
/** what stands before ⋯ */
const buttonsMax = 2
/** `11-03` of an instant */
const dayOf = (value: unknown): string => showInstant(asText(value)).slice(5, 10)

export default function VoucherRecord(view: RecordViewProps) {
  const { definition, record, row } = view
  const { operations, setTitle } = usePage()
  const isMobile = useIsMobile()
  const [search, setSearch] = useSearchParams()
  const turning = useTurning(definition, row.id, search.get('tab'), true)
  const refresh = useRefreshRecord(definition.type, row.id)
  const actions = useListActions(definition, refresh)
  const paper = usePaperOf(definition, row.id)
  const name = asText(row['title'])
  useFollowRecord(definition.type, row.id)
  useLayoutEffect(() => setTitle(name), [setTitle, name])
  const source = labelOf(view, 'topic')
  const print = usePaper(() => (paper.data === undefined ? null : slipsOf(row, source, paper.data)))
  const toEvidence = (): void =>
    setSearch(
      before => {
        const next = new URLSearchParams(before)
        if (before.get('tab') === evidence) next.delete('tab')
        else next.set('tab', evidence)
        return next
      },
      { replace: true },
    )
  useKeys({ actions, view, onEvidence: toEvidence })
  const buttons = (
    <RecordActions
      definition={definition}
      row={row}
      operations={operations}
      actions={actions}
      opener={null}
      onOpener={() => undefined}
      isMobile={isMobile}
      open={buttonsMax}
    />
  )
  const waiting = paper.isError ? <RowsFailed error={paper.error} onRetry={() => void paper.refetch()} /> : <Loading />
  const states = definition.result.find(one => one.field === 'state')
  const own = (drawn: (of: VoucherPaper) => ReactNode): ReactNode => (paper.data === undefined ? waiting : drawn(paper.data))
  return (
    <article className="zg-record zg-voucher" aria-label={name}>
      <Head view={view} paper={paper.data} turning={turning}>
        <RecordTools type={definition.type} id={row.id} />
        {!isMobile && buttons}
        <PaperButton tools={print} />
      </Head>
      <RecordApproval type={definition.type} row={row} />
      <RecordTabs
        definition={definition}
        record={record}
        row={row}
        own={{
          fields: {
            label: t('分录'),
            children: own(of => (
              <Slip row={row} source={source} paper={of} mayFill={operations.includes(editOperation)} onFilled={refresh} />
            )),
          },
          related: { label: t('冲销关系'), children: own(of => <SlipKin kin={of.kin} states={states} />) },
        }}
      />
      {isMobile && <footer className="zg-record-bar">{buttons}</footer>}
      {actions.dialog}
      {print.sheet}
    </article>
  )
}

interface HeadProps {
  readonly view: RecordViewProps
  readonly paper: VoucherPaper | undefined
  readonly turning: Turning
  readonly children: ReactNode
}

/** ‹ 上一张 记-23 / 共 41 张 · 2026-10 下一张 › */
function Head({ view, paper, turning, children }: HeadProps) {
  const { row } = view
  const { menu } = usePage()
  const { open } = useShell()
  const [search] = useSearchParams()
  const back = t('返回列表')
  const count = paper === undefined ? '' : ` / ${t('共 {count} 张', { count: paper.count })}`
  return (
    <header className="zg-voucher-head">
      <Button
        type="text"
        icon={<ArrowLeftOutlined aria-hidden />}
        aria-label={back}
        title={back}
        onClick={() => open(listUrl(menu.path, search))}
      />
      <Turn title={t('上一张')} hint={t('上一张 (←)')} sign="‹" onTurn={turning.previous} />
      <h1>
        {asText(row['title'])}
        <small>{`${count} · ${asText(row['month']).slice(0, 'YYYY-MM'.length)}`}</small>
      </h1>
      <Turn title={t('下一张')} hint={t('下一张 (→)')} sign="›" onTurn={turning.next} isNext />
      <span className="zg-voucher-state">
        <State view={view} kin={paper?.kin ?? []} />
      </span>
      <span className="zg-record-tools">{children}</span>
    </header>
  )
}

function Turn({
  title,
  hint,
  sign,
  onTurn,
  isNext = false,
}: {
  readonly title: string
  readonly hint: string
  readonly sign: string
  readonly onTurn: (() => void) | null
  readonly isNext?: boolean
}) {
  return (
    <Button type="text" className="zg-voucher-turn" aria-label={title} title={hint} disabled={onTurn === null} onClick={() => onTurn?.()}>
      {!isNext && sign} <span className="zg-voucher-word">{title}</span> {isNext && sign}
    </Button>
  )
}

function labelOf({ definition, row }: RecordViewProps, name: string): string {
  const field = definition.result.find(one => one.field === name)
  return field === undefined ? '' : showValue(field, row, [t('是'), t('否')]).text
}

/** What became of it, with the way to the voucher in its place. */
function State({ view, kin }: { readonly view: RecordViewProps; readonly kin: readonly PaperKin[] }) {
  const { row } = view
  const state = asText(row['state'])
  const newest = kin.findLast(one => one.how === 'newer')
  const red = kin.find(one => one.how === 'reversal')
  const of = kin.find(one => one.how === 'reversed')
  return (
    <>
      <Tag color={colours[state] ?? 'default'}>{labelOf(view, 'state')}</Tag>
      {row['exportedAt'] != null && <span>{`${dayOf(row['exportedAt'])} ${asText(row['exportedBy'])}`}</span>}
      {state === replaced && newest !== undefined && <VoucherLink to={newest} />}
      {state === reversed && red !== undefined && <VoucherLink to={red} />}
      {of !== undefined && (
        <>
          <Tag color="red">{t('红字冲销')}</Tag>
          <VoucherLink to={of} />
        </>
      )}
      {asText(row['completeness']) === lacking && <Tag color="red">{labelOf(view, 'completeness')}</Tag>}
    </>
  )
}

interface Keys {
  readonly actions: ListActions
  readonly view: RecordViewProps
  readonly onEvidence: () => void
}

/** G shows what it rests on, E exports it. Lines have keys of their own. */
function useKeys({ actions, view: { definition, row }, onEvidence }: Keys): void {
  const { operations } = usePage()
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || isTaken(event)) return
    const key = event.key.toLowerCase()
    const exporting = definition.actions.find(one => one.name === 'exportOne')
    const does: Readonly<Record<string, () => void>> = {
      g: onEvidence,
      e: () => {
        if (exporting !== undefined && operations.includes(exporting.operation) && mayRun(definition, exporting, row))
          actions.run(exporting, [row])
      },
    }
    const work = does[key]
    if (work === undefined) return
    event.preventDefault()
    work()
  })
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => onKey(event)
    window.addEventListener('keydown', hear)
    return () => window.removeEventListener('keydown', hear)
  }, [])
}
