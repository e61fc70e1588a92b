/** Right pane: what the marked line may be, the best first, then what a search over all open payments finds. */
import { Button } from 'antd'
import type { ReactNode, RefObject } from 'react'
import { isZero } from '#platform/format/decimal.ts'
import { showMoney } from '#platform/format/money.ts'
import { t } from '#platform/web/i18n/t.ts'
import type { Candidate, PaymentAnswer } from '../answers.ts'
import { shortDay } from './figures.tsx'
import type { OpenLine } from './lines.tsx'
import { sumsOf } from './rest.tsx'

interface CandidateListProps {
  readonly box: RefObject<HTMLDivElement | null>
  readonly line: OpenLine
  readonly suggestions: readonly Candidate[]
  readonly payments: readonly PaymentAnswer[]
  /** stands between both */
  readonly search: ReactNode
  /** of all that is shown; null: the pane has not been entered */
  readonly at: number | null
  readonly picked: ReadonlyMap<string, unknown>
  readonly mayEdit: boolean
  /** keys are named */
  readonly hasKeys: boolean
  readonly onFocus: () => void
  readonly onAccept: (candidate: Candidate) => void
  readonly onTick: (at: number) => void
}
const domId = (at: number): string => `zg-match-candidate-${at}`

export function CandidateList(props: CandidateListProps) {
  const { box, line, suggestions, payments, search, at, picked, mayEdit, hasKeys, onFocus, onAccept, onTick } = props
  const classOf = (place: number, isPicked: boolean): string =>
    ['zg-match-candidate', ...(place === at ? ['zg-match-marked'] : []), ...(isPicked ? ['zg-match-ticked'] : [])].join(' ')
  const isAllPicked = (one: Candidate): boolean => one.payments.length > 0 && one.payments.every(payment => picked.has(payment.id))
  return (
    <div
      ref={box}
      className="zg-match-candidates"
      role="grid"
      tabIndex={0}
      aria-label={t('建议匹配')}
      aria-activedescendant={at === null ? undefined : domId(at)}
      aria-multiselectable
      onFocus={onFocus}
    >
      {suggestions.map((one, place) => (
        <div
          key={one.key}
          id={domId(place)}
          role="row"
          aria-selected={isAllPicked(one)}
          className={classOf(place, isAllPicked(one))}
          onClick={() => onTick(place)}
        >
          <SuggestionCells {...{ one, place, line, mayEdit, hasKeys, onAccept }} />
        </div>
      ))}
      {suggestions.length === 0 && (
        <div role="row">
          <div role="gridcell" className="zg-match-none">
            {hasKeys ? t('没有建议：在下面查找款项，或按 D 直接归类') : t('没有建议：在下面查找款项，或直接归类')}
          </div>
        </div>
      )}
      <div role="row">
        <div role="gridcell" className="zg-match-search">
          {search}
        </div>
      </div>
      {payments.map((one, of) => {
        const place = suggestions.length + of
        return (
          <div
            key={one.id}
            id={domId(place)}
            role="row"
            aria-selected={picked.has(one.id)}
            className={`${classOf(place, picked.has(one.id))} zg-match-payment`}
            onClick={() => onTick(place)}
          >
            <PaymentCells payment={one} isPicked={picked.has(one.id)} />
          </div>
        )
      })}
    </div>
  )
}

interface SuggestionProps extends Pick<CandidateListProps, 'line' | 'mayEdit' | 'hasKeys' | 'onAccept'> {
  readonly one: Candidate
  readonly place: number
}
function SuggestionCells({ one, place, line, mayEdit, hasKeys, onAccept }: SuggestionProps) {
  return (
    <>
      <div role="gridcell" className="zg-match-what">
        <Head candidate={one} line={line} />
        <ul className="zg-match-reasons">
          {one.reasons.map(({ text, fits }) => (
            <li key={text} className={fits ? 'zg-match-fits' : 'zg-match-doubt'}>
              <span aria-hidden>{fits ? '✓' : '✗'}</span>
              <span className="zg-hidden">{fits ? t('符合') : t('存疑')}</span> {text}
            </li>
          ))}
        </ul>
      </div>
      <div role="gridcell" className="zg-match-score">
        {t('匹配度 {score}', { score: Math.max(0, one.score) })}
      </div>
      <div role="gridcell">
        {mayEdit && (
          <Button
            size="small"
            tabIndex={-1}
            {...(place === 0 ? { type: 'primary' } : {})}
            onClick={event => {
              event.stopPropagation()
              onAccept(one)
            }}
          >
            {t('接受')} {hasKeys && <kbd aria-hidden>{place === 0 ? 'Enter' : place + 1}</kbd>}
          </Button>
        )}
      </div>
    </>
  )
}

function Head({ candidate, line }: { candidate: Candidate; line: OpenLine }) {
  const { payments, others, item, itemTitle, kind, difference } = candidate
  const [first] = payments
  const sums = sumsOf(payments.length > 0 ? payments : others)
  return (
    <div className="zg-match-head">
      <strong>
        {first === undefined
          ? item === null
            ? `${kind} ${others.map(one => one.account).join(t('、'))}`
            : t('归类 {item}', { item: itemTitle })
          : payments.length === 1
            ? `${first.source} ${first.reference}`
            : t('{count} 笔合计', { count: payments.length })}
        {others.length > 0 && first !== undefined && ` · ${t('连同另外 {count} 笔流水', { count: others.length })}`}
      </strong>
      <span className="zg-match-second">
        {first === undefined
          ? others.map(one => `${shortDay(one.postedOn)} ${one.text}`).join(t('；'))
          : payments.map(one => [one.shop || one.party, shortDay(one.dueOn)].join(' ')).join(t('；'))}
      </span>
      {sums.length > 0 && (
        <span className="zg-match-amount">
          {sums.map(one => (
            <span key={one.currency}>
              {showMoney(one.amount)} {one.currency === line.currency ? '' : one.currency}
            </span>
          ))}
        </span>
      )}
      {payments.length > 0 && (
        <span className={isZero(difference) ? 'zg-match-second' : 'zg-match-doubt'}>
          {t('差 {amount}', { amount: showMoney(difference) })}
          {!isZero(difference) && ` → ${t('手续费')}`}
        </span>
      )}
    </div>
  )
}

function PaymentCells({ payment, isPicked }: { payment: PaymentAnswer; isPicked: boolean }) {
  return (
    <>
      <div role="gridcell" className="zg-match-what">
        {isPicked && <b aria-hidden>✓ </b>}
        {payment.source} {payment.reference}
        <span className="zg-match-second"> {[payment.shop || payment.party, shortDay(payment.dueOn)].join(' ')}</span>
      </div>
      <div role="gridcell" className="zg-match-amount">
        {showMoney(payment.open)} {payment.currency}
      </div>
    </>
  )
}
