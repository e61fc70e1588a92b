/** The paper itself: head, lines and the sum of both sides; what the marked line rests on beside it. */
import { useEffect, useEffectEvent, useId, useRef, useState, type ReactNode } from 'react'
import type { Row } from '#platform/declare/wire.ts'
import { capitalAmount } from '#platform/format/capital.ts'
import { compare, sum } from '#platform/format/decimal.ts'
import { showExact } from '#platform/format/numbers.ts'
import { asText } from '#platform/format/text.ts'
import { currentLanguage } from '#platform/web/i18n/language.ts'
import { t } from '#platform/web/i18n/t.ts'
import { useIsMobile } from '#platform/web/page/use-is-mobile.ts'
import type { PaperEntry, VoucherPaper } from './answers.ts'
import { SlipEvidence } from './slip-evidence.tsx'
import { SlipItems } from './slip-items.tsx'
import { foreign, isRed, shown } from './slip-words.tsx'

interface SlipProps {
  readonly row: Row
  /** what it is of, in words */
  readonly source: string
  readonly paper: VoucherPaper
  readonly mayFill: boolean
  readonly onFilled: () => void
}

export function Slip({ row, source, paper, mayFill, onFilled }: SlipProps) {
  const isMobile = useIsMobile()
  const lines = useLines(paper.entries.length)
  const evidenceId = useId()
  const base = asText(row['baseCurrency'])
  const marked = paper.entries[lines.marked]
  const evidence = lines.isOpen && marked !== undefined && (
    <SlipEvidence id={evidenceId} key={marked.no} entry={marked} sources={paper.sources} base={base} onClose={lines.close} />
  )
  const itemsOf = (entry: PaperEntry) => (
    <SlipItems entry={entry} choices={paper.choices} mayFill={mayFill && paper.isOpen} onFilled={onFilled} />
  )
  const Lines = isMobile ? Cards : Table
  const head: readonly (readonly [string, string])[] = [
    [t('公司'), paper.company],
    [t('日期'), asText(row['day']).slice(0, 10)],
    [t('凭证字号'), asText(row['title'])],
    [t('来源'), source],
    [t('附件'), t('{count} 张', { count: paper.sources.length })],
  ]
  const facts = (
    <dl className="zg-slip-facts">
      {head.map(([title, value]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
  return (
    <section className="zg-slip" aria-label={t('记账凭证')}>
      {isMobile ? (
        <details className="zg-slip-fold">
          <summary>{`${t('记账凭证')} · ${asText(row['day']).slice(0, 10)} · ${source}`}</summary>
          {facts}
        </details>
      ) : (
        <header>
          <h2>{t('记 账 凭 证')}</h2>
          {facts}
        </header>
      )}
      <div className="zg-slip-body" data-open={lines.isOpen || undefined}>
        <Lines entries={paper.entries} base={base} lines={lines} evidenceId={evidenceId} evidence={evidence} itemsOf={itemsOf} />
        {!isMobile && evidence}
      </div>
      <p className="zg-slip-people">
        {`${t('制单')} ${paper.preparer === '' ? t('系统') : paper.preparer} · ${t('审核')} — · ${t('记账')} —`}
      </p>
    </section>
  )
}

interface Lines {
  readonly marked: number
  readonly isOpen: boolean
  /** the line is marked, and what it rests on shown; of a line that is open already hidden */
  readonly press: (at: number) => void
  readonly close: () => void
  readonly ref: (at: number) => (element: HTMLButtonElement | null) => void
}

/** ↑ ↓ mark a line, Enter opens it, Esc closes what it rests on. */
function useLines(count: number): Lines {
  const [marked, setMarked] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const buttons = useRef(new Map<number, HTMLButtonElement>())
  const close = (): void => {
    setOpen(false)
    buttons.current.get(marked)?.focus()
  }
  const press = (at: number): void => {
    setOpen(at !== marked || !isOpen)
    setMarked(at)
    buttons.current.get(at)?.focus()
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const isOfLine = target instanceof Element && target.closest('.zg-slip-line') !== null
    if (key === 'Escape' && isOpen && target instanceof Element && target.closest('.zg-slip') !== null) return close()
    if (!isOfLine && target !== document.body) return
    if (key === 'Enter' && !isOfLine) press(marked)
    else if (key === 'ArrowDown' || key === 'ArrowUp') {
      const isFirst = !isOfLine
      const at = isFirst ? marked : Math.min(Math.max(marked + (key === 'ArrowDown' ? 1 : -1), 0), count - 1)
      setMarked(at)
      buttons.current.get(at)?.focus()
    } else return
    event.preventDefault()
  })
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => onKey(event)
    window.addEventListener('keydown', hear)
    return () => window.removeEventListener('keydown', hear)
  }, [])
  const ref = (at: number) => (element: HTMLButtonElement | null) => {
    if (element === null) buttons.current.delete(at)
    else buttons.current.set(at, element)
  }
  return { marked, isOpen, press, close, ref }
}

interface LinesProps {
  readonly entries: readonly PaperEntry[]
  readonly base: string
  readonly lines: Lines
  readonly evidenceId: string
  /** cards have it below their line */
  readonly evidence: ReactNode
  readonly itemsOf: (entry: PaperEntry) => ReactNode
}

/** The line itself: pressed, what it rests on is shown. */
function LineButton({ at, entry, lines, evidenceId, children }: Pick<LinesProps, 'lines' | 'evidenceId'> & LineButtonProps) {
  return (
    <button
      ref={lines.ref(at)}
      type="button"
      className="zg-slip-line"
      tabIndex={lines.marked === at ? 0 : -1}
      aria-expanded={lines.isOpen && lines.marked === at}
      aria-controls={lines.isOpen && lines.marked === at ? evidenceId : undefined}
      title={entry.summary}
      onClick={event => {
        event.stopPropagation()
        lines.press(at)
      }}
    >
      {children}
    </button>
  )
}
interface LineButtonProps {
  readonly at: number
  readonly entry: PaperEntry
  readonly children: ReactNode
}

/** As on paper: what the line above says already is not said again. */
const summaryOf = (entries: readonly PaperEntry[], at: number): string =>
  at > 0 && entries[at - 1]?.summary === entries[at]?.summary ? t('同上') : (entries[at]?.summary ?? '')

const Figure = ({ amount }: { readonly amount: string }) => <span data-red={isRed(amount) || undefined}>{shown(amount)}</span>

function sumsOf(entries: readonly PaperEntry[]): { debit: string; credit: string; isBalanced: boolean } {
  const [debit, credit] = [sum(entries.map(one => one.debit)), sum(entries.map(one => one.credit))]
  return { debit, credit, isBalanced: compare(debit, credit) === 0 }
}

function Balance({ isBalanced }: { readonly isBalanced: boolean }) {
  return (
    <span className="zg-slip-balance" data-bad={!isBalanced || undefined}>
      {isBalanced ? `✓ ${t('借贷平衡')}` : `✗ ${t('借贷不平')}`}
    </span>
  )
}

/** In words, as it is written on Chinese papers; an English screen says the figure alone. */
const inWords = (amount: string, base: string): string =>
  currentLanguage() === 'en-US' ? '' : `${base === 'CNY' ? '' : `${base} `}${capitalAmount(amount)}`

function Table({ entries, base, lines, evidenceId, itemsOf }: LinesProps) {
  const { debit, credit, isBalanced } = sumsOf(entries)
  return (
    <div className="zg-slip-scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">#</th>
            <th scope="col">{t('摘要')}</th>
            <th scope="col">{t('科目')}</th>
            <th scope="col">{t('辅助核算')}</th>
            <th scope="col">{t('原币 · 汇率')}</th>
            <th scope="col" data-figure>{`${t('借方')} ${base}`}</th>
            <th scope="col" data-figure>{`${t('贷方')} ${base}`}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry, at) => (
            <tr key={entry.id} data-marked={(lines.isOpen && lines.marked === at) || undefined} onClick={() => lines.press(at)}>
              <td>{entry.no}</td>
              <td>
                <LineButton {...{ at, entry, lines, evidenceId }}>{summaryOf(entries, at)}</LineButton>
              </td>
              <td>{`${entry.code} ${entry.account}`}</td>
              <td>{itemsOf(entry)}</td>
              <td className="zg-slip-foreign">{foreign(entry, base)}</td>
              <td data-figure>
                <Figure amount={entry.debit} />
              </td>
              <td data-figure>
                <Figure amount={entry.credit} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={5}>
              {t('合计')} <span className="zg-slip-words">{inWords(debit, base)}</span>
              <Balance isBalanced={isBalanced} />
            </th>
            <td data-figure>
              <Figure amount={debit} />
            </td>
            <td data-figure>
              <Figure amount={credit} />
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

function Cards({ entries, base, lines, evidenceId, evidence, itemsOf }: LinesProps) {
  const { debit, credit, isBalanced } = sumsOf(entries)
  return (
    <div className="zg-slip-cards">
      <ol>
        {entries.map((entry, at) => (
          <li key={entry.id}>
            <LineButton {...{ at, entry, lines, evidenceId }}>
              <b>{`${entry.code} ${entry.account}`}</b>
              <span>{summaryOf(entries, at)}</span>
              <span className="zg-slip-side">
                {shown(entry.credit) === '' ? t('借') : t('贷')} <Figure amount={shown(entry.credit) === '' ? entry.debit : entry.credit} />
              </span>
              {foreign(entry, base) !== '' && <small>{foreign(entry, base)}</small>}
            </LineButton>
            {itemsOf(entry)}
            {lines.marked === at && evidence}
          </li>
        ))}
      </ol>
      <p className="zg-slip-total">
        <b>{t('合计')}</b> {showExact(debit)} / {showExact(credit)} <Balance isBalanced={isBalanced} />
        <br />
        {inWords(debit, base)}
      </p>
    </div>
  )
}
