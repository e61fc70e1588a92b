/** Left pane: open lines, of which those near the window alone are drawn; one is marked, any are ticked. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useEffectEvent, type RefObject } from 'react'
import { t } from '#platform/web/i18n/t.ts'
import { Confidence, shortDay, signed } from './figures.tsx'
import type { OpenLine } from './lines.tsx'

/** as pane.css has it */
const rowHeightPx = 52
const overscan = 8

interface LineListProps {
  readonly box: RefObject<HTMLDivElement | null>
  readonly lines: readonly OpenLine[]
  readonly marked: string | null
  readonly ticked: ReadonlyMap<string, unknown>
  readonly taken: ReadonlyMap<string, string>
  readonly withAccount: boolean
  readonly isStale: boolean
  readonly onMark: (line: OpenLine) => void
  readonly onTick: (line: OpenLine) => void
  readonly onFocus: () => void
  /** null: all are there */
  readonly onMore: (() => void) | null
}
const lineDomId = (id: string): string => `zg-match-line-${id}`

export function LineList({ box, lines, marked, ticked, taken, withAccount, isStale, onFocus, onMore, ...on }: LineListProps) {
  // the rule is about React's compiler, which is not used here; nothing of the answers is kept beyond the drawing
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeightPx,
    getItemKey: at => lines[at]?.id ?? at,
    overscan,
  })
  const items = virtual.getVirtualItems()
  const at = lines.findIndex(one => one.id === marked)
  const reveal = useEffectEvent((place: number) => virtual.scrollToIndex(place, { align: 'auto' }))
  useEffect(() => {
    if (at >= 0) reveal(at)
  }, [at, marked])
  const isNearEnd = (items.at(-1)?.index ?? 0) >= lines.length - overscan * 2
  const more = useEffectEvent(() => onMore?.())
  const hasMore = onMore !== null
  useEffect(() => {
    if (isNearEnd && hasMore) more()
  }, [isNearEnd, hasMore, lines.length])
  return (
    <div
      ref={box}
      className={isStale ? 'zg-match-rows zg-match-stale' : 'zg-match-rows'}
      role="listbox"
      tabIndex={0}
      aria-label={t('银行流水')}
      aria-multiselectable
      aria-activedescendant={items.some(one => one.index === at) ? lineDomId(marked ?? '') : undefined}
      onFocus={onFocus}
    >
      <div role="presentation" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {items.map(item => {
          const line = lines[item.index]
          if (line === undefined) return null
          return (
            <LineOption
              key={item.key}
              line={line}
              start={item.start}
              place={item.index + 1}
              of={lines.length}
              isMarked={line.id === marked}
              isTicked={ticked.has(line.id)}
              who={taken.get(line.id)}
              withAccount={withAccount}
              {...on}
            />
          )
        })}
      </div>
    </div>
  )
}

interface LineOptionProps extends Pick<LineListProps, 'withAccount' | 'onMark' | 'onTick'> {
  readonly line: OpenLine
  /** px from the top */
  readonly start: number
  readonly place: number
  readonly of: number
  readonly isMarked: boolean
  readonly isTicked: boolean
  /** who has matched it meanwhile */
  readonly who: string | undefined
}

function LineOption({ line, start, place, of, isMarked, isTicked, who, withAccount, onMark, onTick }: LineOptionProps) {
  const marks = [isMarked ? ' zg-match-marked' : '', isTicked ? ' zg-match-ticked' : '', who === undefined ? '' : ' zg-match-taken']
  return (
    <div
      id={lineDomId(line.id)}
      role="option"
      aria-selected={isTicked}
      aria-disabled={who !== undefined}
      aria-setsize={of}
      aria-posinset={place}
      className={`zg-match-line${marks.join('')}`}
      style={{ transform: `translateY(${start}px)` }}
      onClick={() => onMark(line)}
    >
      {/* keys tick by Space; the option itself says that it is selected */}
      <span
        className="zg-match-tick"
        aria-hidden
        onClick={event => {
          event.stopPropagation()
          if (who === undefined) onTick(line)
        }}
      >
        {isTicked ? '☑' : '☐'}
      </span>
      <span className="zg-match-day">{shortDay(line.postedOn)}</span>
      <span className="zg-match-text" title={[line.text, line.more].join(' ')}>
        {line.text || line.more || '—'}
      </span>
      <span className={line.open.startsWith('-') ? 'zg-match-amount zg-negative' : 'zg-match-amount'}>{signed(line.open)}</span>
      <span className="zg-match-second">{who ?? [withAccount ? line.account : '', line.more].filter(one => one !== '').join(' · ')}</span>
      <span className="zg-match-end">
        {line.currency} {who === undefined && <Confidence code={line.confidence} />}
      </span>
    </div>
  )
}
