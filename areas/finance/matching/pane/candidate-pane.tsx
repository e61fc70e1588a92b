/** The marked line with what it may be, the search over all open payments, and what is chosen: the right pane, or a sheet on a phone. */
import { Input, type InputRef, type RefSelectProps } from 'antd'
import type { Ref, RefObject } from 'react'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/list/list-notices.tsx'
import { clearableText } from '#platform/web/widgets/clearable.tsx'
import type { Candidate, OverviewAnswer } from '../answers.ts'
import { CandidateList } from './candidate-list.tsx'
import { ChoiceFoot } from './choice-foot.tsx'
import { shortDay, signed } from './figures.tsx'
import type { OpenLine } from './lines.tsx'
import type { Choice } from './use-choice.tsx'
import type { Beside } from './use-beside.tsx'

interface CandidatePaneProps {
  readonly line: OpenLine
  /** who has matched it meanwhile */
  readonly who: string | undefined
  readonly beside: Beside
  readonly choice: Choice
  readonly at: number | null
  readonly mayEdit: boolean
  readonly isBooking: boolean
  readonly items: OverviewAnswer['items']
  readonly box: RefObject<HTMLDivElement | null>
  readonly search: Ref<InputRef>
  readonly booking: Ref<RefSelectProps>
  readonly onFocus: () => void
  readonly onAccept: (candidate: Candidate) => void
  readonly onTick: (at: number) => void
  readonly onConfirm: () => void
  readonly onBooking: (isOpen: boolean) => void
  readonly onBook: (item: number) => void
}

export function CandidatePane({ line, who, beside, choice, at, mayEdit, box, search, ...on }: CandidatePaneProps) {
  const { candidates, suggestions, payments, total } = beside
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
          {...{ box, line, suggestions, payments, at, mayEdit }}
          picked={choice.payments}
          onFocus={on.onFocus}
          onAccept={on.onAccept}
          onTick={on.onTick}
          search={
            <>
              <span>{t('全部未核款项')}</span>
              <Input
                ref={search}
                size="small"
                allowClear={clearableText()}
                aria-label={t('查找款项')}
                placeholder={t('编号、对方、店铺、金额（/）')}
                maxLength={100}
                onFocus={beside.open}
                onChange={event => beside.search(event.target.value.trim())}
                onKeyDown={event => {
                  if (event.key !== 'Escape' && event.key !== 'ArrowDown') return
                  event.preventDefault()
                  event.stopPropagation()
                  box.current?.focus()
                }}
              />
              {total !== null && <span className="zg-match-second">{t('共 {count} 笔', { count: total })}</span>}
            </>
          }
        />
      )}
      {who === undefined && (
        <ChoiceFoot
          standing={choice.standing}
          counts={{ lines: choice.lines.size, payments: choice.payments.size }}
          remainder={choice.remainder}
          converting={choice.converting}
          mayEdit={mayEdit}
          isBooking={on.isBooking}
          items={on.items}
          booking={on.booking}
          onRemainder={choice.setRemainder}
          onConverting={choice.setConverting}
          onConfirm={on.onConfirm}
          onBooking={on.onBooking}
          onBook={on.onBook}
        />
      )}
    </>
  )
}
