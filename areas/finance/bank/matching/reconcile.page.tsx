/** 银行对账 in two panes: open lines, and what the marked one may be. All of it is worked by keys (keys.tsx). */
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { ignoreShownRefusal } from '#platform/web/api/ignore-shown-refusal.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { TabDrawer } from '#platform/web/page/tab-modal.tsx'
import { CandidatePane } from './pane/candidate-pane.tsx'
import { LinePane } from './pane/line-pane.tsx'
import { NothingOpen } from './pane/nothing-open.tsx'
import { PaneHead } from './pane/pane-head.tsx'
import { useAcceptAll } from './pane/use-accept-all.tsx'
import { useActs } from './pane/use-acts.tsx'
import { useAllHigh } from './pane/use-all-high.tsx'
import { allLines, useDesk } from './pane/use-desk.tsx'
import { useDeskKeys } from './pane/use-desk-keys.tsx'
import { useStatementImport } from './pane/use-import.tsx'
import './pane/pane.css'
import '#platform/web/table/list.css'

export default function ReconcilePage() {
  const desk = useDesk()
  const acceptAll = useAcceptAll()
  const acts = useActs(desk, acceptAll.running !== null)
  useDeskKeys(desk, acts)
  const [beginAll, questions] = useAllHigh(desk, acceptAll)
  const suggestAnew = (): Promise<void> => ignoreShownRefusal(api.write('/bankReconcile/run', {}).finally(desk.refresh))
  const statements = useStatementImport(() => void (desk.mayEdit ? suggestAnew() : desk.refresh()))
  const { ask, setAsk, query, lines, marked, isMobile, overview } = desk
  const isNothing = lines.length === 0 && ask.keyword === '' && ask.month === null && !query.hasNextPage
  const candidates = marked !== null && <CandidatePane desk={desk} line={marked} acts={acts} />
  return (
    <section className="zg-match" aria-label={t('银行对账')}>
      {questions}
      <PaneHead
        {...{ ask, overview: overview.data, mayEdit: desk.mayEdit, running: acceptAll.running, offered: desk.writes.offered }}
        onAsk={change => setAsk(was => ({ ...was, ...change }))}
        onAll={beginAll}
        onStop={acceptAll.stop}
        onUndo={acts.undo}
        onRefresh={() => void suggestAnew()}
        onImport={statements.begin}
      />
      {!desk.isRead ? (
        query.error === null ? (
          <RowsLoading />
        ) : (
          <RowsFailed error={query.error} onRetry={() => void query.refetch()} />
        )
      ) : isNothing ? (
        <NothingOpen
          accounts={overview.data?.accounts ?? []}
          accountId={ask.accountId}
          isFiltered={false}
          onReset={() => setAsk(allLines)}
          onImport={statements.begin}
        />
      ) : (
        <div className="zg-match-panes">
          <LinePane desk={desk} />
          {!isMobile && <div className="zg-match-pane">{candidates}</div>}
        </div>
      )}
      {isMobile && desk.isSheet && marked !== null && (
        <TabDrawer
          open
          placement="bottom"
          title={t('建议匹配')}
          styles={{ wrapper: { height: '80%' }, body: { padding: 0 } }}
          onClose={() => desk.setSheet(false)}
        >
          <div className="zg-match-sheet">{candidates}</div>
        </TabDrawer>
      )}
      {statements.dialog}
    </section>
  )
}
