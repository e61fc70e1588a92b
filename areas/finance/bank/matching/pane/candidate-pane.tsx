/** The marked line with what it may be, the search over all open payments, and what is chosen: the right pane, or a sheet on a phone. */
import { Input } from 'antd'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { clearableText } from '#platform/web/widgets/clearable.tsx'
import { CandidateList } from './candidate-list.tsx'
import { ChoiceFoot } from './choice-foot.tsx'
import { shortDay, signed } from './figures.tsx'
import type { OpenLine } from './lines.tsx'
import type { Acts } from './use-acts.tsx'
import type { Desk } from './use-desk.tsx'

interface CandidatePaneProps {
  readonly desk: Desk
  readonly line: OpenLine
  readonly acts: Acts
}

export function CandidatePane({ desk, line, acts }: CandidatePaneProps) {
  const { beside, choice, boxes } = desk
  const { candidates } = beside
  const who = desk.writes.taken.get(line.id)
  return (
    <>
      <div className="zg-match-top">
        <h2>
          {shortDay(line.postedOn)} {signed(line.open)} {line.currency} · {[line.text, line.more].filter(one => one !== '').join(' · ')}
        </h2>
      </div>
      {who !== undefined ? (
        <p className="zg-match-none" role="status">
          {who}
        </p>
      ) : candidates.isError ? (
        <RowsFailed error={candidates.error} onRetry={() => void candidates.refetch()} />
      ) : candidates.data === undefined ? (
        <RowsLoading />
      ) : (
        <CandidateList
          box={boxes.candidates}
          line={line}
          suggestions={beside.suggestions}
          payments={beside.payments}
          at={desk.at}
          mayEdit={acts.mayMatch}
          hasKeys={!desk.isMobile}
          picked={choice.payments}
          onFocus={() => {
            desk.setPane('candidates')
            desk.setAt(was => was ?? 0)
          }}
          onAccept={acts.accept}
          onTick={acts.tickAt}
          search={<PaymentSearch desk={desk} />}
        />
      )}
      {who === undefined && desk.mayEdit && (
        <ChoiceFoot
          choice={choice}
          hasKeys={!desk.isMobile}
          isBooking={desk.isBooking}
          items={desk.overview.data?.items ?? []}
          booking={boxes.booking}
          onConfirm={acts.confirm}
          onBooking={desk.setBooking}
          onBook={acts.book}
        />
      )}
    </>
  )
}

function PaymentSearch({ desk: { beside, boxes, isMobile } }: { readonly desk: Desk }) {
  const { paymentSearch, candidates } = boxes
  return (
    <>
      <span>{t('全部未核款项')}</span>
      <Input
        ref={paymentSearch}
        size="small"
        allowClear={clearableText()}
        aria-label={t('查找款项')}
        placeholder={isMobile ? t('编号、对方、店铺、金额') : t('编号、对方、店铺、金额（/）')}
        maxLength={100}
        onFocus={beside.open}
        onChange={event => beside.search(event.target.value.trim())}
        onKeyDown={event => {
          if (event.key !== 'Escape' && event.key !== 'ArrowDown') return
          event.preventDefault()
          event.stopPropagation()
          candidates.current?.focus()
        }}
      />
      {beside.total !== null && <span className="zg-match-second">{t('共 {count} 笔', { count: beside.total })}</span>}
    </>
  )
}
