/** 银行对账 in two panes: open lines, and what the marked one may be. All of it is worked by keys (pane/keys.ts). */
import { useQueryClient } from '@tanstack/react-query'
import { Input, Modal, Select, type InputRef, type RefSelectProps } from 'antd'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { isZero } from '#platform/format/decimal.ts'
import { withThousands } from '#platform/format/numbers.ts'
import { api } from '#platform/web/api/client.ts'
import { feedback } from '#platform/web/api/feedback.ts'
import { t } from '#platform/web/i18n/t.ts'
import { ignoreShownRefusal } from '#platform/web/list/ignore-shown-refusal.ts'
import { RowsFailed, RowsLoading } from '#platform/web/list/list-notices.tsx'
import { useDebounced } from '#platform/web/list/use-debounced.ts'
import { useIsMobile } from '#platform/web/shell/layout/use-is-mobile.ts'
import { useIsShown, usePage } from '#platform/web/shell/page/page-context.ts'
import { TabDrawer } from '#platform/web/shell/page/tab-modal.tsx'
import { clearableText } from '#platform/web/widgets/clearable.tsx'
import { askFirst } from '#platform/web/widgets/confirm.tsx'
import type { Candidate } from './answers.ts'
import { CandidatePane } from './pane/candidate-pane.tsx'
import { shownSums } from './pane/figures.tsx'
import { useCommands, type Command, type Pane } from './pane/keys.tsx'
import { LineList } from './pane/line-list.tsx'
import { nextOf, type LinesAsk, type OpenLine } from './pane/lines.tsx'
import { NothingOpen } from './pane/nothing-open.tsx'
import { PaneHead } from './pane/pane-head.tsx'
import { keepsLines, remainderCodes, sumsOf } from './pane/rest.tsx'
import { useAcceptAll } from './pane/use-accept-all.tsx'
import { useBeside } from './pane/use-beside.tsx'
import { useChoice } from './pane/use-choice.tsx'
import { useStatementImport } from './pane/use-import.tsx'
import { prepareCandidates, useOpenLines, useOverview } from './pane/use-open-lines.tsx'
import { useWrites } from './pane/use-writes.tsx'
import './pane/pane.css'
import '#platform/web/list/list.css'

/** Operation id of the suite. */
const editOperation = 3
const searchDelayMs = 300
const all: LinesAsk = { accountId: null, month: null, keyword: '', order: 'day' }

export default function ReconcilePage() {
  const mayEdit = usePage().can(editOperation)
  const [isMobile, isShown] = [useIsMobile(), useIsShown()]
  const client = useQueryClient()
  const [modal, questions] = Modal.useModal()
  const [ask, setAsk] = useState<LinesAsk>(all)
  const [markedId, setMarked] = useState<string | null>(null)
  const [pane, setPane] = useState<Pane>('lines')
  const [at, setAt] = useState<number | null>(null)
  const [isBooking, setBooking] = useState(false)
  const [isSheet, setSheet] = useState(false)
  const [listBox, candidateBox] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)]
  const [lineSearch, paymentSearch, booking] = [useRef<InputRef>(null), useRef<InputRef>(null), useRef<RefSelectProps>(null)]

  const { query, lines: read } = useOpenLines(ask)
  const overview = useOverview(ask)
  const writes = useWrites()
  const acceptAll = useAcceptAll()
  const { gone, taken } = writes
  const lines = useMemo(() => (read ?? []).filter(one => !gone.has(`line ${one.id}`)), [read, gone])
  const isPassed = (line: OpenLine): boolean => taken.has(line.id)
  const marked = lines.find(one => one.id === markedId) ?? nextOf(lines, null, isPassed) ?? lines[0] ?? null
  const beside = useBeside(marked?.id ?? null, writes)
  const choice = useChoice(marked)
  const { suggestions, payments } = beside

  const refresh = (): void => void client.invalidateQueries({ queryKey: ['bankMatching'] })
  const suggestAnew = (): Promise<void> => ignoreShownRefusal(api.write('/bankReconcile/run', {}).finally(refresh))
  const statements = useStatementImport(() => void (mayEdit ? suggestAnew() : refresh()))

  const mark = (line: OpenLine | null): void => {
    setMarked(line?.id ?? null)
    setAt(null)
    if (line === null) setSheet(false)
  }
  /** The mark goes on from lines that leave the list. */
  const leave = (ids: readonly string[]): void => {
    const next = nextOf(lines, marked?.id ?? null, one => ids.includes(one.id) || isPassed(one))
    if ((next === null || next.confidence === null) && query.hasNextPage) void query.fetchNextPage()
    mark(next)
    choice.clear()
    setBooking(false)
  }
  const mayMatch = mayEdit && acceptAll.running === null
  const accept = (one: Candidate | undefined): void => {
    if (one === undefined || marked === null || !mayMatch) return
    const ids = [marked.id, ...one.others.map(line => line.id)]
    const paid = one.payments.map(payment => payment.id)
    const byHand = {
      ids: [marked.rowId, ...one.others.map(line => line.rowId)],
      expectedIds: paid,
      item: one.item,
      remainder: isZero(one.difference) ? remainderCodes.keep : remainderCodes.charge,
    }
    writes.match({
      ...(one.isProposed
        ? { path: '/bankReconcile/accept', body: { ids: [marked.rowId] } }
        : { path: '/bankReconcile/match', body: byHand }),
      lines: ids,
      payments: paid,
      keepsLines: false,
    })
    leave(ids)
  }
  const match = (more: Readonly<Record<string, unknown>>, keeps: boolean, paid: readonly string[]): void => {
    const ids = choice.chosen.map(one => one.id)
    writes.match({
      path: '/bankReconcile/match',
      body: { ids: choice.chosen.map(one => one.rowId), ...more },
      lines: ids,
      payments: paid,
      keepsLines: keeps,
    })
    if (keeps) choice.clear()
    else leave(ids)
  }
  const confirm = (): void => {
    const { standing, remainder, converting } = choice
    if (!mayMatch || standing.why !== null) return
    const paid = [...choice.payments.keys()]
    const given = Object.fromEntries(Object.entries(converting).filter(([, value]) => value.trim() !== ''))
    const isConversion = standing.differences.length === 2
    const kept = keepsLines(standing, remainder)
    match(
      { expectedIds: paid, remainder: remainderCodes[remainder ?? 'keep'], ...(isConversion ? given : {}) },
      kept,
      remainder === 'keep' && !kept ? [] : paid,
    )
  }
  const book = (item: number): void => {
    setBooking(false)
    if (mayMatch && choice.chosen.length > 0) match({ item, expectedIds: [] }, false, [])
    listBox.current?.focus()
  }
  const tickAt = (place: number): void => {
    const candidate = suggestions[place]
    const payment = payments[place - suggestions.length]
    setAt(place)
    if (candidate !== undefined) choice.tickCandidate(candidate)
    else if (payment !== undefined) choice.tickPayment(payment)
  }
  const undo = (): void => {
    const [first] = writes.undo()
    if (first !== undefined) setMarked(first)
    else refresh()
  }
  const askAll = (): void => {
    const count = withThousands(String(overview.data?.high ?? 0))
    askFirst(modal, {
      loses: false,
      title: t('接受全部 {count} 组高匹配建议吗？', { count }),
      content: t('每组单独勾对；已被别人处理的跳过。完成后可以撤销。'),
      okText: t('接受'),
      onOk: () => void runAll(),
    })
  }
  const runAll = async (): Promise<void> => {
    const { matchIds, left, error } = await acceptAll.run(ask.accountId, ask.month)
    if (matchIds.length > 0) writes.noteMany(matchIds)
    if (error !== null) feedback.error(error.msg)
    else if (left > 0) feedback.warning(t('{count} 组没有接受：已被别人处理，或需要逐笔确认', { count: left }))
    refresh()
  }

  const move = (by: 1 | -1): void => {
    if (pane === 'candidates') {
      const last = suggestions.length + payments.length - 1
      setAt(Math.max(0, Math.min(last, at === null ? 0 : at + by)))
      return
    }
    const next = lines[lines.findIndex(one => one.id === marked?.id) + by]
    if (next !== undefined) mark(next)
  }
  const enter = (): void => {
    if (!choice.isEmpty) confirm()
    else if (pane === 'lines' || at === null) accept(suggestions[0])
    else if (at < suggestions.length) accept(suggestions[at])
    else tickAt(at)
  }
  const doing: Readonly<Record<Exclude<Command['does'], 'move' | 'suggestion'>, () => void>> = {
    enter,
    tick: () => (pane === 'candidates' ? tickAt(at ?? 0) : marked !== null && !isPassed(marked) && choice.tickLine(marked)),
    book: () => {
      if (!mayMatch || marked === null) return
      setBooking(true)
      booking.current?.focus()
    },
    next: () => mark(lines.slice(lines.findIndex(one => one.id === marked?.id) + 1).find(one => !isPassed(one)) ?? marked),
    undo,
    search: () => (pane === 'candidates' ? paymentSearch : lineSearch).current?.focus(),
    clear: choice.clear,
  }
  useCommands(isShown && !isMobile, command => {
    if (command.does === 'move') move(command.by)
    else if (command.does === 'suggestion') accept(suggestions[command.at])
    else doing[command.does]()
  })

  const prepare = useEffectEvent(() => {
    if (marked === null) return
    const next = nextOf(lines, marked.id, isPassed)
    const below = lines[lines.indexOf(marked) + 1]
    const later = next === null ? null : nextOf(lines, next.id, isPassed)
    for (const one of new Set([next, below, later])) if (one != null) prepareCandidates(client, one.id)
  })
  useEffect(() => prepare(), [marked?.id])
  const isThere = read !== null && read.length > 0
  useEffect(() => {
    // keys belong to the lines from the first moment on
    const isBusy = document.activeElement instanceof HTMLInputElement || document.activeElement?.closest('[role="dialog"]') != null
    if (isThere && isShown && !isMobile && !isBusy) listBox.current?.focus({ preventScroll: true })
  }, [isThere, isShown, isMobile])
  const typed = useDebounced((keyword: string) => setAsk(was => ({ ...was, keyword })), searchDelayMs)

  const isNarrowed = ask.keyword !== '' || ask.month !== null
  const candidatePane = marked !== null && (
    <CandidatePane
      {...{ beside, choice, at, mayEdit, isBooking, booking }}
      line={marked}
      items={overview.data?.items ?? []}
      who={taken.get(marked.id)}
      box={candidateBox}
      search={paymentSearch}
      onFocus={() => {
        setPane('candidates')
        setAt(was => was ?? 0)
      }}
      onAccept={accept}
      onTick={tickAt}
      onConfirm={confirm}
      onBooking={setBooking}
      onBook={book}
    />
  )
  return (
    <section className="zg-match" aria-label={t('银行对账')}>
      {questions}
      <PaneHead
        overview={overview.data}
        accountId={ask.accountId}
        month={ask.month}
        mayEdit={mayEdit}
        running={acceptAll.running}
        offered={writes.offered}
        onAccount={accountId => setAsk(was => ({ ...was, accountId, month: null }))}
        onMonth={month => setAsk(was => ({ ...was, month }))}
        onAll={askAll}
        onStop={acceptAll.stop}
        onUndo={undo}
        onRefresh={() => void suggestAnew()}
        onImport={statements.begin}
      />
      {read === null ? (
        query.error === null ? (
          <RowsLoading />
        ) : (
          <RowsFailed error={query.error} onRetry={() => void query.refetch()} />
        )
      ) : lines.length === 0 && !isNarrowed && !query.hasNextPage ? (
        <NothingOpen
          accounts={overview.data?.accounts ?? []}
          accountId={ask.accountId}
          isFiltered={false}
          onReset={() => setAsk(all)}
          onImport={statements.begin}
        />
      ) : (
        <div className="zg-match-panes">
          <div className="zg-match-pane">
            <div className="zg-match-top">
              <h2>
                {t('银行流水 ({count})', {
                  count: withThousands(String(ask.keyword === '' ? (overview.data?.open ?? lines.length) : lines.length)),
                })}
              </h2>
              <Select<LinesAsk['order']>
                size="small"
                variant="borderless"
                aria-label={t('排序')}
                value={ask.order}
                popupMatchSelectWidth={false}
                options={[
                  { value: 'day', label: t('日期') },
                  { value: 'amount', label: t('金额') },
                  { value: 'confidence', label: t('匹配度') },
                ]}
                onChange={order => setAsk(was => ({ ...was, order }))}
              />
              <Input
                ref={lineSearch}
                size="small"
                allowClear={clearableText()}
                aria-label={t('查找流水')}
                placeholder={t('搜索 /')}
                maxLength={100}
                onChange={event => typed.later(event.target.value.trim())}
                onKeyDown={event => {
                  if (event.key !== 'Escape' && event.key !== 'ArrowDown' && event.key !== 'Enter') return
                  event.preventDefault()
                  event.stopPropagation()
                  listBox.current?.focus()
                }}
              />
            </div>
            {lines.length === 0 && !query.isFetching ? (
              <NothingOpen accounts={[]} accountId={null} isFiltered onReset={() => setAsk(all)} onImport={null} />
            ) : (
              <LineList
                box={listBox}
                lines={lines}
                marked={marked?.id ?? null}
                ticked={choice.lines}
                taken={taken}
                withAccount={ask.accountId === null}
                isStale={query.isPlaceholderData}
                onMark={line => {
                  mark(line)
                  if (isMobile) setSheet(true)
                }}
                onFocus={() => setPane('lines')}
                onMore={query.hasNextPage && !query.isFetching ? () => void query.fetchNextPage() : null}
              />
            )}
            <div className="zg-match-left-foot" aria-live="polite">
              {choice.lines.size === 0
                ? t('空格勾选多笔')
                : t('已选 {count} 笔 {sum}', { count: choice.lines.size, sum: shownSums(sumsOf([...choice.lines.values()])) })}
            </div>
          </div>
          {!isMobile && <div className="zg-match-pane">{candidatePane}</div>}
        </div>
      )}
      {isMobile && isSheet && marked !== null && (
        <TabDrawer
          open
          placement="bottom"
          title={t('建议匹配')}
          styles={{ wrapper: { height: '80%' }, body: { padding: 0 } }}
          onClose={() => setSheet(false)}
        >
          <div className="zg-match-sheet">{candidatePane}</div>
        </TabDrawer>
      )}
      {statements.dialog}
    </section>
  )
}
